// Whether the server was updated while this page was open.

/** `possible` where this page goes on as it is, `required` where the server does not understand it. */
export type Needed = 'no' | 'possible' | 'required';

export class Upgrade {
  needed = $state<Needed>('no');
  private version = '';

  /** A server has told its version; this page is of the first one. */
  met(version = ''): void {
    this.version ||= version;
    if (version !== this.version && version) this.needed = 'possible';
  }

  /** The player goes on with this page for now. */
  later(): void {
    this.needed = 'no';
    this.version = '';
  }
}

export const upgrade = new Upgrade();
