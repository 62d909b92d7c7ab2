// The list that a finding was opened from, so that n, p and u can walk along it.
let ids = [];
let address = "#/findings";

export function rememberList(newIds, newAddress) {
  ids = newIds;
  address = newAddress;
}

// {previous, next, up}: ids or undefined, and the address of the list.
export function around(id) {
  const place = ids.indexOf(id);
  return { previous: place > 0 ? ids[place - 1] : undefined, next: place >= 0 ? ids[place + 1] : undefined, up: address };
}
