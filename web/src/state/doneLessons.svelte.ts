// Which lessons were finished in this browser.

import { LESSONS, type LessonInfo } from './lessons';

const KEY = 'naqala.lessons';

export function loadDone(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

class DoneLessons {
  private ids = $state.raw(loadDone());
  /** Whether a tick could not be stored, so that it is lost with the page. */
  unstored = $state(false);

  has(id: string): boolean {
    return this.ids.includes(id);
  }

  /** How many of the known lessons are done. */
  get count(): number {
    return LESSONS.filter((lesson) => this.has(lesson.id)).length;
  }

  /** The first lesson that is not done. */
  get next(): LessonInfo | undefined {
    return LESSONS.find((lesson) => !this.has(lesson.id));
  }

  add(id: string): void {
    if (this.has(id)) return;
    this.ids = [...this.ids, id];
    try {
      localStorage.setItem(KEY, JSON.stringify(this.ids));
      this.unstored = false;
    } catch {
      // The lessons work without storage; only the tick is lost.
      this.unstored = true;
    }
  }
}

export const doneLessons = new DoneLessons();
