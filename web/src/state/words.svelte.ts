// All texts of the page: the server's catalogue in the current language.

import * as api from '../wire/api';

export type Values = Record<string, string | number>;

class Words {
  language = $state('en');
  private offered = $state.raw<string[]>(['en']);
  private messages = $state.raw<Record<string, string>>({});
  private readonly views = new Set<api.View>();
  // Cached per language, because creating an Intl formatter is slow.
  private readonly numbers = $derived(new Intl.NumberFormat(this.language, { maximumFractionDigits: 1 }));
  private readonly plurals = $derived(new Intl.PluralRules(this.language));

  /** The languages of the server. */
  get languages(): string[] {
    return this.offered;
  }

  /** Set the languages that the server offers. */
  offer(languages: string[]): void {
    this.offered = languages;
  }

  /** Whether a catalogue has been loaded. */
  get ready(): boolean {
    return Object.keys(this.messages).length > 0;
  }

  /** The name of a language in that language. */
  nameOf(language: string): string {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  }

  async load(language: string): Promise<void> {
    const parts = [api.words(language), ...[...this.views].map((view) => api.viewWords(language, view))];
    this.use(language, Object.assign({}, ...(await Promise.all(parts))) as Record<string, string>);
  }

  /** Load the texts of a view, now and with every language that is chosen later. */
  async loadView(view: api.View): Promise<void> {
    if (this.views.has(view)) return;
    const { language } = this;
    const messages = await api.viewWords(language, view);
    this.views.add(view);
    if (language === this.language) this.messages = { ...this.messages, ...messages };
    else await this.load(this.language);
  }

  /** Switch to a language with the given messages. */
  use(language: string, messages: Record<string, string>): void {
    this.messages = messages;
    this.language = language;
    api.setLanguage(language);
    document.documentElement.lang = language;
  }

  /** The name of a bot: by its strength, or its own. */
  bot(name: string): string {
    return this.messages[`bot.${name}`] ?? name;
  }

  has(key: string): boolean {
    return key in this.messages;
  }

  /** The message of a key with its placeholders filled in. Plural forms are selected by the value `count`. */
  say(key: string, values: Values = {}): string {
    const message = this.messages[key] ?? this.messages[this.counted(key, values.count)] ?? key;
    return message.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return typeof value === 'number' ? this.number(value) : value;
    });
  }

  /** The parts of a message before and after a placeholder. */
  around(key: string, placeholder: string, values: Values = {}): [before: string, after: string] {
    const [before = '', after = ''] = this.say(key, values).split(`{${placeholder}}`);
    return [before, after];
  }

  number(value: number): string {
    return this.numbers.format(value).replace('-', '−');
  }

  /** A list as text: `ivory, silk and fish`. */
  list(parts: string[]): string {
    if (parts.length < 2) return parts.join('');
    return parts.slice(0, -1).join(this.say('list.comma')) + this.say('list.and') + parts.at(-1);
  }

  private counted(key: string, count: string | number | undefined): string {
    if (typeof count !== 'number') return key;
    if (count === 0 && `${key}.zero` in this.messages) return `${key}.zero`;
    const form = `${key}.${this.plurals.select(count)}`;
    return form in this.messages ? form : `${key}.other`; // French also has `many`, for millions
  }
}

export const words = new Words();

/** A message of the section `page`: `say('your_turn')` is `words.say('page.your_turn')`. */
export const say = (key: string, values?: Values): string => words.say(`page.${key}`, values);
