// What every module of the page may name in its JSDoc types.
import type { components, paths } from "api";

declare global {
  /** Records of the API by name: `Api["PolicyEntry"]`. */
  type Api = components["schemas"];

  /** What `GET` of an address answers: `Answer<"/policies">`; a part that varies is any string. */
  type Answer<Path extends string> = AnswerOf<"get", Path>;
  /** What `POST` to an address answers. */
  type Posted<Path extends string> = AnswerOf<"post", Path>;

  interface Window {
    /** The colours that are chosen; `theme.js` makes it before the page is drawn. */
    theme: { get(): string; set(name: string): void };
  }
}

/** "/spots/{id}/node" with any string for {id}. */
type Filled<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Path;

/** Addresses of the document that a path of the page is one of. */
type Matching<Path extends string> = {
  [Known in keyof paths]: Known extends `/api${infer Rest}`
    ? Path extends Filled<Rest>
      ? Filled<Rest> extends Path
        ? Known
        : never
      : never
    : never;
}[keyof paths];

type Json<Response> = Response extends { content: { "application/json": infer Body } } ? Body : null;

type AnswerOf<Method extends string, Path extends string> = [Matching<Path>] extends [never]
  ? any // an address that is put together elsewhere
  : paths[Matching<Path>] extends { [M in Method]: { responses: infer Responses } }
    ? Json<Responses[keyof Responses & (200 | 201 | 202)]>
    : never;
