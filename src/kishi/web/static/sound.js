// Short knocks, made on the spot: wood for a move, two for the end. Off unless asked for.
import { settings } from './settings.js';

let context;

function knock(at, pitch, length, loudness) {
  const tone = context.createOscillator(),
    volume = context.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch / 2.5, at + length);
  volume.gain.setValueAtTime(loudness, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + length);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + length);
}

export function sound(what) {
  if (!settings.sound) return;
  context ||= new AudioContext();
  const now = context.currentTime;
  if (what === 'move') knock(now, 620, 0.07, 0.35);
  else if (what === 'end') {
    knock(now, 520, 0.18, 0.3);
    knock(now + 0.16, 390, 0.3, 0.3);
  } else knock(now, 240, 0.12, 0.2);
}
