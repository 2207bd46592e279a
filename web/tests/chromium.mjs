/** Debian's Chromium without its own windows and menus, which take as long to draw as our page. */
export const CHROMIUM = "/usr/bin/chromium-headless-shell";
