// Sends damaged, lost, repeated and reordered datagrams between two participants of a network session (RTP-MIDI with journals, both
// roles) and from strangers: no trap, bounded connections, words and datagrams, no timer that is due for ever, and a packet that was
// read is written and read back the same.
//
//   fuzz-sessions [--seconds N] [--seed N]
//
// A finding stops the program and is repeated by its seed.

import ByteMutation
import SordinoMIDI

let options = FuzzOptions()

let end = ContinuousClock.now + .seconds(options.seconds)
var total = SessionWire.Counts()
var round = options.seed
while ContinuousClock.now < end {
    // A session of its own for each thousand steps: connections that damage has ended come again.
    var wire = SessionWire(seed: round)
    for _ in 0..<1000 { wire.step() }
    total.add(wire.counts)
    round += 1
}
print(
    "fuzz-sessions: \(total.datagrams) datagrams, \(total.damaged) of them damaged, \(total.packets) read as packets, "
        + "\(total.words) words arrived, \(total.connections) connections")
