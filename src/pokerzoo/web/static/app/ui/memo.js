// Parts that are drawn again only if what they get has changed, and values that may wait until what matters more is drawn.
import { awaits } from "../api.js";
import { h, useLayoutEffect, useState } from "../html.js";
import { Component } from "../../vendor/preact.js";

export function memo(Inner) {
  return class extends Component {
    shouldComponentUpdate(next) {
      const now = this.props;
      return Object.keys({ ...now, ...next }).some(name => now[name] !== next[name]);
    }
    render(props) {
      return h(Inner, props);
    }
  };
}

const LATER = 30,
  MOST_LATER = 300; // milliseconds

// `value`, one picture later; if an answer is waited for, which may replace it, later still.
export function useLater(value) {
  const [shown, setShown] = useState(value);
  useLayoutEffect(() => {
    if (value === shown) return undefined;
    const began = performance.now();
    const look = () => (awaits() && performance.now() - began < MOST_LATER ? wait() : setShown(value));
    let timer = null;
    const wait = () => (timer = setTimeout(look, LATER));
    wait();
    return () => clearTimeout(timer);
  }, [value]);
  return shown;
}
