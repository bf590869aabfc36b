// The selected tiles, cards, Djinns and items, and the choice that follows from them.

import type { Choice } from '../protocol';
import type { ChoiceOf, TurnContext } from './context';

export class Selection {
  /** The selected tile, Djinn or item. */
  tile = $state('');
  djinn = $state('');
  item = $state('');
  /** The market places of the cards to buy. */
  places = $state.raw<number[]>([]);
  /** The hand indices of the cards to sell. */
  cards = $state.raw<number[]>([]);
  /** The choice that one more press will send. */
  chosen = $state.raw<Choice | null>(null);

  constructor(private readonly context: TurnContext) {}

  /** Whether anything is selected. */
  get active(): boolean {
    return Boolean(this.chosen || this.tile || this.djinn || this.item || this.places.length || this.cards.length);
  }

  /** Select a tile outside of a move, and the choice there if it is the only one. */
  pickTile(tile: string): void {
    const here = this.available.filter((choice) => choice.tile === tile || choice.to === tile);
    if (!here.length) return this.context.reset();
    if (this.chosen && (this.tile === tile || this.chosen.to === tile)) return void this.context.requests.act(this.chosen.action);
    const there = here.filter((choice) => choice.tile === this.tile && choice.to === tile);
    if (this.tile && there.length === 1) return this.propose(there[0]!);
    const { djinn, item } = this;
    this.context.reset();
    Object.assign(this, { djinn, item, tile });
    this.proposeOnlyCandidate();
  }

  /** Select a Djinn: one of the market, one to keep, or an own one. */
  pickDjinn(djinn: string): void {
    this.pickCard('djinn', djinn);
  }

  pickItem(item: string): void {
    this.pickCard('item', item);
  }

  private pickCard(kind: 'djinn' | 'item', name: string): void {
    const again = this[kind] === name;
    this.context.reset();
    if (again || !this.context.choices.all.some((choice) => choice[kind] === name)) return;
    this[kind] = name;
    this.proposeOnlyCandidate();
  }

  /** Add a market place to the purchase, or remove it. */
  pickPlace(place: number): void {
    const offers = this.context.choices.of('buy');
    const fits = (places: number[]): boolean => offers.some((offer) => places.every((each) => offer.places.includes(each)));
    const others = this.places.filter((each) => each !== place);
    const selected = this.places.includes(place) ? others : [...others, place];
    this.context.reset();
    this.places = fits(selected) ? selected : fits([place]) ? [place] : [];
    const exact = offers.find((offer) => offer.places.length === this.places.length && isSubset(this.places, offer.places));
    this.propose(exact ?? null);
  }

  /** Add a card of the hand to the sale, or remove it. */
  pickHand(nth: number): void {
    const hand = this.context.table.own.hand;
    const selected = this.cards.includes(nth)
      ? this.cards.filter((each) => each !== nth)
      : [...this.cards.filter((each) => hand[each] !== hand[nth]), nth];
    this.context.reset();
    this.cards = selected;
    const names = selected
      .map((each) => hand[each]!)
      .sort()
      .join();
    const exact = this.context.choices.of('sell').find((offer) => [...offer.cards].sort().join() === names);
    this.propose(exact ?? null);
  }

  /** Select the cards of a sale. */
  pickSale(sale: ChoiceOf<'sell'>): void {
    const hand = this.context.table.own.hand;
    this.context.reset();
    this.cards = sale.cards.map((card) => hand.indexOf(card));
    this.propose(sale);
  }

  /** The sale with the highest value, if anything can be sold. */
  get bestSale(): ChoiceOf<'sell'> | null {
    const sales = this.context.choices.of('sell');
    return sales.reduce<ChoiceOf<'sell'> | null>((best, sale) => (best && best.value >= sale.value ? best : sale), null);
  }

  /** The choices that match the selected Djinn or item; without one, those that need neither. */
  get available(): Choice[] {
    const { djinn, item } = this;
    return this.context.choices.all.filter((choice) =>
      djinn ? choice.djinn === djinn : item ? choice.item === item : !choice.djinn && !choice.item,
    );
  }

  /** Whether the selected Djinn or item needs a tile. */
  get aiming(): boolean {
    return Boolean(this.djinn || this.item) && this.available.some((choice) => choice.tile);
  }

  /** The choices that match the selection: shown as buttons when there are several. */
  get candidates(): Choice[] {
    if (!this.tile && !this.djinn && !this.item) return [];
    return this.available.filter((choice) => !this.tile || choice.tile === this.tile || choice.to === this.tile);
  }

  /** Propose the choice that matches the selection, if there is exactly one. */
  private proposeOnlyCandidate(): void {
    const candidates = this.candidates;
    this.propose(candidates.length === 1 ? candidates[0]! : null);
  }

  /** Propose a choice: it is previewed, and one more press sends it. A tile that it does not name is no longer selected. */
  propose(choice: Choice | null): void {
    if (choice && this.tile !== choice.tile && this.tile !== choice.to) this.tile = '';
    this.chosen = choice;
    this.context.preview.clear();
    if (choice && choice.kind !== 'end') void this.context.preview.load([choice.action]);
  }

  /** Mark what a choice takes, without proposing it. */
  mark({ kind, tile, djinn, item, places, cards }: Choice): void {
    const hand = this.context.table.own.hand;
    this.context.reset();
    Object.assign(this, { tile, djinn, item, places: places ?? [] });
    if (kind === 'sell') this.cards = (cards ?? []).map((card) => hand.indexOf(card));
  }

  /** Clear the selection only. */
  clear(): void {
    this.tile = this.djinn = this.item = '';
    this.places = [];
    this.cards = [];
    this.chosen = null;
  }
}

function isSubset(some: number[], all: number[] | undefined): boolean {
  return some.length > 0 && some.every((each) => all?.includes(each));
}
