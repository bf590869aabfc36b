// The pages of the lessons, which are loaded only when somebody opens them.

export { default as LearnPage } from './LearnPage.svelte';
export { default as LessonPage } from './LessonPage.svelte';
export { isLesson } from '../state/lessons';
