// Sounds, synthesised with the Web Audio API.

import type { GameEvent } from '../protocol';
import { settings } from './settings.svelte';

export type Sound = 'turn' | 'sow' | 'coin' | 'camel' | 'kill' | 'palm' | 'card' | 'end' | 'chat';

interface Tone {
  /** The frequency in hertz at the start, and at the end if it differs. */
  from: number;
  to?: number;
  /** The start and the fade-out time, in seconds. */
  at: number;
  fade: number;
  loud: number;
  shape?: OscillatorType;
}

const wood = (at: number, pitch: number): Tone => ({ from: pitch, to: pitch * 0.6, at, fade: 0.09, loud: 0.16, shape: 'triangle' });
const bell = (at: number, pitch: number, fade = 0.6): Tone => ({ from: pitch, at, fade, loud: 0.1, shape: 'sine' });

const TONES: Record<Sound, Tone[]> = {
  turn: [bell(0, 659), bell(0.14, 988, 0.8)],
  sow: [wood(0, 420), wood(0.09, 380), wood(0.18, 440)],
  coin: [bell(0, 1976, 0.18), bell(0.07, 2637, 0.25)],
  camel: [wood(0, 190), wood(0.12, 160)],
  kill: [{ from: 300, to: 70, at: 0, fade: 0.25, loud: 0.12, shape: 'sawtooth' }],
  palm: [bell(0, 784, 0.25), bell(0.06, 1175, 0.25)],
  card: [{ from: 900, to: 500, at: 0, fade: 0.06, loud: 0.07, shape: 'triangle' }],
  end: [bell(0, 523, 1), bell(0.16, 659, 1), bell(0.32, 784, 1.2), bell(0.32, 1047, 1.4)],
  chat: [bell(0, 880, 0.2)],
};

/** The sound of each type of event. */
const SOUND_OF_EVENT: Record<string, Sound> = {
  Dropped: 'sow',
  GoldGained: 'coin',
  CamelPlaced: 'camel',
  CamelMoved: 'camel',
  TentPlaced: 'camel',
  Killed: 'kill',
  Captured: 'kill',
  PalmPlaced: 'palm',
  PalacePlaced: 'palm',
  CardsTaken: 'card',
  CardDrawn: 'card',
  DjinnTaken: 'palm',
  GameOver: 'end',
};

/** The sounds for a list of events: each once, in order, and only the end sound if the game is over. */
export function soundsOf(events: GameEvent[]): Sound[] {
  const found = [...new Set(events.map((event) => SOUND_OF_EVENT[event.type]).filter((sound) => sound !== undefined))];
  return found.includes('end') ? ['end'] : found.slice(0, 4);
}

let context: AudioContext | null = null;

/** Resume audio on the first user gesture, before which browsers block it. Returns a function to stop listening. */
export function unlockAudio(): () => void {
  const wake = (): void => {
    if (!settings.sound || typeof AudioContext === 'undefined') return;
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
  };
  const stop = new AbortController();
  addEventListener('pointerdown', wake, { signal: stop.signal });
  addEventListener('keydown', wake, { signal: stop.signal });
  return () => stop.abort();
}

/** Play a sound after a delay in seconds. */
export function play(sound: Sound, later = 0): void {
  if (!settings.sound || !context || context.state !== 'running') return;
  for (const tone of TONES[sound]) {
    const begin = context.currentTime + later + tone.at;
    const source = context.createOscillator();
    const volume = context.createGain();
    source.type = tone.shape ?? 'sine';
    source.frequency.setValueAtTime(tone.from, begin);
    if (tone.to) source.frequency.exponentialRampToValueAtTime(tone.to, begin + tone.fade);
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(tone.loud, begin + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + tone.fade);
    source.connect(volume).connect(context.destination);
    source.start(begin);
    source.stop(begin + tone.fade + 0.05);
  }
}
