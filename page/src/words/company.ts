// The words for people: pictures, gestures, names, invitations.

import type { MakeGesture, SeatFrame } from "../generated/table.ts";

export type Gesture = MakeGesture["gesture"];
export type Avatar = NonNullable<SeatFrame["avatar"]>;

export const GESTURES: Record<Gesture, string> = {
  nice_hand: "Nice hand!",
  good_luck: "Good luck!",
  thanks: "Thanks!",
  well_played: "Well played!",
  ouch: "Ouch!",
  one_moment: "One moment",
  cheers: "Cheers!",
  good_night: "Good night!",
};

/** What the pictures show. */
export const AVATARS: Record<Avatar, string> = {
  cat: "cat",
  dog: "dog",
  bird: "bird",
  fish: "fish",
  rabbit: "rabbit",
  squirrel: "squirrel",
  turtle: "turtle",
  snail: "snail",
  panda: "panda",
  bug: "beetle",
  shell: "shell",
  ghost: "ghost",
  rocket: "rocket",
  sailboat: "sailing boat",
  guitar: "guitar",
  clover: "clover leaf",
};

export const COMPANY = {
  gestures: "Gestures",
  muting: "Who you hear",
  muteAll: "Mute all gestures",
  mute: (name: string) => `Mute ${name}`,
  nobody: "Nobody else sits here yet.",
  seatBar: "A seat for you",
  noSeat: "You have no seat yet.",
  full: "Every seat is taken. You look on until one becomes free.",
} as const;

export const YOU = {
  title: "You at the table",
  name: "Name",
  nameMore: "Up to 24 characters. No account needed.",
  save: "Use this name",
  saved: (name: string) => `You are called ${name} now.`,
  avatar: "Picture",
  avatarSet: (what: string) => `Your picture is the ${what} now.`,
} as const;
