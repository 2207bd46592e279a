/* match/sound - small sounds made on the spot: wood on wood, dice, a bell. Quiet, and off if the person says so. */
import { pref } from "../prefs.js";

export type Sound = "move" | "capture" | "dice" | "turn" | "end";

const VOLUME = 0.35;
let audio: AudioContext | null = null;
let volume: GainNode | null = null;

/** Where sounds go. */
function output(context: AudioContext): AudioNode {
  if (!volume) {
    volume = context.createGain();
    volume.gain.value = VOLUME;
    volume.connect(context.destination);
  }
  return volume;
}

/** A short burst of noise through a filter: something hard on something hard. */
function knock(context: AudioContext, at: number, pitch: number, loud: number, lasts: number): void {
  const samples = Math.ceil(context.sampleRate * lasts);
  const buffer = context.createBuffer(1, samples, context.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i++) data[i] = (Math.random() * 2 - 1) * Math.exp((-7 * i) / samples);
  const source = context.createBufferSource(),
    filter = context.createBiquadFilter(),
    gain = context.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 4;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(output(context));
  source.start(at);
}

function bell(context: AudioContext, at: number, pitch: number, loud: number, lasts: number): void {
  const tone = context.createOscillator(),
    gain = context.createGain();
  tone.type = "sine";
  tone.frequency.value = pitch;
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  tone.connect(gain).connect(output(context));
  tone.start(at);
  tone.stop(at + lasts);
}

export function play(sound: Sound): void {
  // before the first press or key the browser lets nothing be heard
  if (!pref("sound") || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  const context = audio,
    now = context.currentTime;
  void context.resume();
  switch (sound) {
    case "move":
      return knock(context, now, 900, 1.1, 0.09);
    case "capture":
      knock(context, now, 900, 1.1, 0.09);
      return knock(context, now + 0.09, 620, 1.3, 0.12);
    case "dice":
      for (let i = 0; i < 7; i++)
        knock(context, now + i * 0.055 + Math.random() * 0.03, 1300 + Math.random() * 900, 0.7, 0.05);
      return;
    case "turn":
      return bell(context, now, 660, 0.07, 0.35);
    case "end":
      for (const [i, pitch] of [523, 659, 784].entries()) bell(context, now + i * 0.13, pitch, 0.09, 0.9);
  }
}
