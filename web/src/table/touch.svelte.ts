// Choosing among what is offered by touching it: tiles, cards of the row and of the hand, Djinns, items.

import type { Choice } from '../protocol';
import { Foresight } from './foresight.svelte';

/** What is touched, and the choice that follows from it. */
export class Touch extends Foresight {
  /** The tile, card, Djinn or item that was touched. */
  tile = $state('');
  djinn = $state('');
  item = $state('');
  /** Places of the row that are chosen to be bought. */
  places = $state.raw<number[]>([]);
  /** Places of the own hand that are chosen to be sold. */
  cards = $state.raw<number[]>([]);
  /** The choice that one press more will send. */
  chosen = $state.raw<Choice | null>(null);

  /** A tile was touched while no meeple moves: choose what can be done there. */
  protected pickTarget(tile: string): void {
    const here = this.offered.filter((choice) => choice.tile === tile || choice.to === tile);
    if (!here.length) return this.forget();
    if (this.chosen && (this.tile === tile || this.chosen.to === tile)) return void this.act(this.chosen.action);
    const there = here.filter((choice) => choice.tile === this.tile && choice.to === tile);
    if (this.tile && there.length === 1) return this.propose(there[0]!);
    const { djinn, item } = this;
    this.forget();
    Object.assign(this, { djinn, item, tile });
    this.settle();
  }

  /** A Djinn was touched: one of the row, of those to keep, or an own one. */
  pickDjinn(djinn: string): void {
    this.pickCard('djinn', djinn);
  }

  pickItem(item: string): void {
    this.pickCard('item', item);
  }

  private pickCard(kind: 'djinn' | 'item', name: string): void {
    const again = this[kind] === name;
    this.forget();
    if (again || !this.choices.some((choice) => choice[kind] === name)) return;
    this[kind] = name;
    this.settle();
  }

  /** A place of the row was touched: take it into what is bought, or out again. */
  pickPlace(place: number): void {
    const offers = this.of('buy');
    const fits = (places: number[]): boolean =>
      offers.some((offer) => places.every((each) => offer.places?.includes(each)));
    const others = this.places.filter((each) => each !== place);
    const wished = this.places.includes(place) ? others : [...others, place];
    this.forget();
    this.places = fits(wished) ? wished : fits([place]) ? [place] : [];
    const exact = offers.find(
      (offer) => offer.places?.length === this.places.length && fitsIn(this.places, offer.places),
    );
    this.propose(exact ?? null);
  }

  /** A card of the hand was touched: take it into what is sold, or out again. */
  pickHand(nth: number): void {
    const hand = this.table.mySecrets?.hand ?? [];
    const wished = this.cards.includes(nth)
      ? this.cards.filter((each) => each !== nth)
      : [...this.cards.filter((each) => hand[each] !== hand[nth]), nth];
    this.forget();
    this.cards = wished;
    const names = wished.map((each) => hand[each]!).sort().join();
    const exact = this.of('sell').find((offer) => [...(offer.cards ?? [])].sort().join() === names);
    this.propose(exact ?? null);
  }

  /** Take the cards of a sale up, as if each had been touched. */
  pickSale(sale: Choice): void {
    const hand = this.table.mySecrets?.hand ?? [];
    this.forget();
    this.cards = (sale.cards ?? []).map((card) => hand.indexOf(card));
    this.propose(sale);
  }

  /** The sale that brings most, if anything can be sold. */
  get bestSale(): Choice | null {
    const sales = this.of('sell');
    return sales.reduce<Choice | null>((best, sale) => ((sale.value ?? 0) > (best?.value ?? 0) ? sale : best), null);
  }

  /** What can be chosen with what was touched before the tile. */
  get offered(): Choice[] {
    const { djinn, item } = this;
    return this.choices.filter(
      (choice) => (djinn ? choice.djinn === djinn : item ? choice.item === item : !choice.djinn && !choice.item),
    );
  }

  /** Whether a Djinn or item was touched that is used on a tile. */
  get aiming(): boolean {
    return Boolean(this.djinn || this.item) && this.offered.some((choice) => choice.tile);
  }

  /** What can be chosen with what was touched: shown as buttons when there are several. */
  get candidates(): Choice[] {
    if (!this.tile && !this.djinn && !this.item) return [];
    return this.offered.filter(
      (choice) => !this.tile || choice.tile === this.tile || choice.to === this.tile,
    );
  }

  /** Where something was touched: if only one thing can be meant, it is chosen. */
  private settle(): void {
    const meant = this.candidates;
    this.propose(meant.length === 1 ? meant[0]! : null);
  }

  /** Choose one of the list; one press more will send it. */
  choose(choice: Choice): void {
    this.propose(choice);
  }

  protected propose(choice: Choice | null): void {
    this.chosen = choice;
    this.unsee();
    if (choice && choice.kind !== 'end') void this.foresee([choice.action]);
  }

  override forget(): void {
    super.forget();
    this.tile = this.djinn = this.item = '';
    this.places = [];
    this.cards = [];
    this.chosen = null;
  }
}

function fitsIn(some: number[], all: number[] | undefined): boolean {
  return some.length > 0 && some.every((each) => all?.includes(each));
}
