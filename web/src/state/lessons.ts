// The list of the lessons, in order. `make protocol` writes it from the files of the lessons.

import lessons from '../protocol/lessons.json';
import { words, type Values } from './words.svelte';

export interface LessonInfo {
  id: string;
  /** The sprite of its card. */
  picture: string;
  /** The heading in the list: `learn.group.basics`. */
  group: string;
}

export const LESSONS: LessonInfo[] = lessons;

export const isLesson = (id: string): boolean => LESSONS.some((lesson) => lesson.id === id);

/** A text of a lesson: `lessonText('sowing', 'say.pick')`. */
export const lessonText = (id: string, key: string, values: Values = {}): string => words.say(`lesson.${id}.${key}`, values);
