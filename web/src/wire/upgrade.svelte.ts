// Detects that there is a newer version than this page: on its server, or stored by the service worker of the site.

/** `possible` if this page still works, `required` if its protocol is no longer compatible with the server. */
export type UpgradeNeed = 'no' | 'possible' | 'required';

export class Upgrade {
  needed = $state<UpgradeNeed>('no');
  /** Load the newer version. */
  reload: () => void = () => location.reload();
  private version = '';

  /** Compare a version that the server has sent with the first one, which is the page's own. */
  checkVersion(version = ''): void {
    this.version ||= version;
    if (version !== this.version && version) this.needed = 'possible';
  }

  /** A newer version is stored, and `reload` changes to it. */
  offer(reload: () => void): void {
    this.needed = 'possible';
    this.reload = reload;
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
