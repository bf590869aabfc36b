// What people read: the catalogue of the server, in the language of the page.

import * as api from '../wire/api';

export type Values = Record<string, string | number>;

class Words {
  language = $state('en');
  /** The languages that the server speaks. */
  languages = $state.raw<string[]>(['en']);
  private messages = $state.raw<Record<string, string>>({});
  private withRules = false;
  // Made once for a language: making one costs more than all that a table says in it.
  private readonly numbers = $derived(new Intl.NumberFormat(this.language, { maximumFractionDigits: 1 }));
  private readonly plurals = $derived(new Intl.PluralRules(this.language));

  /** Whether a language could be loaded. */
  get ready(): boolean {
    return Object.keys(this.messages).length > 0;
  }

  /** What a language calls itself. */
  nameOf(language: string): string {
    const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
    return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
  }

  async load(language: string): Promise<void> {
    const rules = this.withRules ? api.rulesWords(language) : {};
    this.use(language, { ...(await api.words(language)), ...(await rules) });
  }

  /** Load the texts of the rules, now and with every language that is chosen later. */
  async loadRules(): Promise<void> {
    if (this.withRules) return;
    const { language } = this;
    const rules = await api.rulesWords(language);
    this.withRules = true;
    if (language === this.language) this.messages = { ...this.messages, ...rules };
    else await this.load(this.language);
  }

  /** Speak with these messages. */
  use(language: string, messages: Record<string, string>): void {
    this.messages = messages;
    this.language = language;
    api.speak(language);
    document.documentElement.lang = language;
  }

  has(key: string): boolean {
    return key in this.messages;
  }

  /** The message of a key, filled in; one with number forms needs the value `count`. */
  say(key: string, values: Values = {}): string {
    const message = this.messages[key] ?? this.messages[this.counted(key, values.count)] ?? key;
    return message.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name];
      if (value === undefined) return whole;
      return typeof value === 'number' ? this.number(value) : value;
    });
  }

  number(value: number): string {
    return this.numbers.format(value).replace('-', '−');
  }

  /** A list in words: `ivory, silk and fish`. */
  list(parts: string[]): string {
    if (parts.length < 2) return parts.join('');
    return parts.slice(0, -1).join(this.say('list.comma')) + this.say('list.and') + parts.at(-1);
  }

  private counted(key: string, count: string | number | undefined): string {
    if (typeof count !== 'number') return key;
    if (count === 0 && `${key}.zero` in this.messages) return `${key}.zero`;
    const form = `${key}.${this.plurals.select(count)}`;
    return form in this.messages ? form : `${key}.other`; // French has a form for millions, too
  }
}

export const words = new Words();

/** The message of a key of the page: `say('your_turn')` is `page.your_turn`. */
export const say = (key: string, values?: Values): string => words.say(`page.${key}`, values);
