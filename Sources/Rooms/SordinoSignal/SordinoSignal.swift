// The room stands; its first type moves in next.
