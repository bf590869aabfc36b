// Detects that the server was updated while this page was open.

/** `possible` if this page still works, `required` if its protocol is no longer compatible with the server. */
export type UpgradeNeed = 'no' | 'possible' | 'required';

export class Upgrade {
  needed = $state<UpgradeNeed>('no');
  private version = '';

  /** Compare a version that the server has sent with the first one, which is the page's own. */
  checkVersion(version = ''): void {
    this.version ||= version;
    if (version !== this.version && version) this.needed = 'possible';
  }

  /** The server no longer understands this page. */
  require(): void {
    this.needed = 'required';
  }

  /** Hide the notice until the next update. */
  dismiss(): void {
    this.needed = 'no';
    this.version = '';
  }
}

export const upgrade = new Upgrade();
