import { afterEach, expect, test, vi } from 'vitest';
import { LEVELS, shrinkToFit } from '../../src/prompt/shrinkToFit';

afterEach(() => {
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

/** A prompt that overflows until `needs` levels are in effect. */
function prompt(needs: number): HTMLElement {
  document.body.innerHTML = '<div><section><div data-fits></div><button></button></section></div>';
  const section = document.querySelector('section')!;
  const gone = (): number => (section.dataset.fit ?? '').split(' ').filter(Boolean).length;
  const words = section.querySelector<HTMLElement>('[data-fits]')!;
  vi.spyOn(words, 'clientHeight', 'get').mockReturnValue(100);
  vi.spyOn(words, 'scrollHeight', 'get').mockImplementation(() => (gone() < needs ? 140 : 100));
  return section;
}

test.each([
  [0, ''],
  [2, '1 2'],
  [LEVELS, '1 2 3 4 5 6 7 8'],
  [LEVELS + 5, '1 2 3 4 5 6 7 8'],
])('a prompt that needs %i levels gets no more than that', (needs, gone) => {
  const section = prompt(needs);
  const stop = shrinkToFit(section);
  expect(section.dataset.fit).toBe(gone);
  stop();
});

test('changes are measured again', async () => {
  const section = prompt(1);
  const stop = shrinkToFit(section);
  vi.spyOn(section.querySelector<HTMLElement>('[data-fits]')!, 'scrollHeight', 'get').mockReturnValue(100);
  section.querySelector('button')!.append('shorter');
  await new Promise((resolve) => setTimeout(resolve));
  expect(section.dataset.fit).toBe('');
  stop();
});
