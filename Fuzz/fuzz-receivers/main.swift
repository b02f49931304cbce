// Announces receivers of strangers: damaged properties, lies about rates and latencies, floods, and a person who picks among them. No
// trap; bounded names, numbers and tables; the device's own loudspeaker stays.
//
//   fuzz-receivers [--seconds N] [--seed N]
//
// A finding stops the program and is repeated by its seed.

import ByteMutation
import StrangeReceivers

let options = FuzzOptions()
var round: UInt64 = 0
var steps = 0
let end = ContinuousClock.now + .seconds(options.seconds)
while ContinuousClock.now < end {
    var strangers = StrangeReceivers(seed: options.seed &+ round)
    for _ in 0..<500 {
        if let fault = strangers.step() { preconditionFailure("seed \(options.seed &+ round): \(fault)") }
        steps += 1
    }
    round += 1
}
print("fuzz-receivers: \(steps) happenings")
