// Which element an action is for, in the forms that a caller can write, and the fields that name it
// in a request.

import { ownFault } from './faults.js';
import type { DragTarget, ElementFields, ElementId } from './types.js';

/** What identifies an element that a page has returned. */
export class ElementBase {
  /** Its uid; null for an element that accepts no actions. */
  readonly uid: string | null;
  /** Its role, as in ARIA; `undefined` if only the uid is known. */
  readonly role: string | undefined;
  /** Its accessible name, or its text; `undefined` if only the uid is known. */
  readonly name: string | undefined;

  constructor(uid: string | null, role?: string, name?: string) {
    this.uid = uid;
    this.role = role;
    this.name = name;
  }
}

/** An element: its uid, an `Element`, or fields by name such as `{ selector: '#save' }`. */
export type Target = ElementId | ElementBase | ElementFields;

/**
 * The fields of a request that name an element.
 *
 * @throws {@link NotApplicable} if it has no uid.
 */
export function fieldsOf(target: Target): ElementFields {
  if (target instanceof ElementBase) return { uid: uidOf(target) };
  return typeof target === 'object' ? target : { uid: target };
}

/** Where to drag an element: another element, with its `position` if wanted, or a distance. */
export type DragTo = DragTarget | ElementId | ElementBase;

/** The field `to` of a drag. */
export function dragTarget(to: DragTo): DragTarget {
  if (to instanceof ElementBase) return { uid: uidOf(to) };
  return typeof to === 'object' ? to : { uid: to };
}

function uidOf({ uid, role, name }: ElementBase): string {
  if (uid !== null) return uid;
  const element = `${role ?? 'element'} ${JSON.stringify(name ?? '')}`;
  throw ownFault('not_applicable', `The ${element} has no uid, because it accepts no actions.`, {
    hint: 'Find the control in it or around it, or use a selector.',
  });
}
