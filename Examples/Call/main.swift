// Two programs on two simulated telephones speak with one another over RTP: swift run call
//
//   call [--codec opus|eld|ilbc] [--processes]      the call; with --processes Bob's telephone is a process of its own
//   call [--codec opus|eld|ilbc] loss [FILE [FOLDER]]   the cost of lost packets
//
// Without an option the codec is Opus, or AAC-ELD where there is no libavcodec. Each telephone lies on a table, so its microphone
// hears its loudspeaker.

import AVFAudio
import Foundation

var words = Array(CommandLine.arguments.dropFirst())
var kind = SpeechCodec(.opus) == nil ? SpeechKind.eld : .opus
if words.first == "--codec" {
    guard words.count > 1, let named = SpeechKind(rawValue: words[1]) else {
        print("The codecs are \(SpeechKind.allCases.map(\.rawValue).joined(separator: ", ")).")
        exit(2)
    }
    kind = named
    words.removeFirst(2)
}
@MainActor func giveUp() -> Never {
    print("There is no \(kind.rawValue), or no network; Opus needs libavcodec.")
    exit(1)
}

switch words.first {
case "loss":
    let speech = try words.count > 1 ? LossTable.speech(words[1]) : Telephone.talk(hertz: 130, from: 0, to: 10)
    guard let table = LossTable(speech, kind) else { giveUp() }
    table.run(folder: words.count > 2 ? words[2] : nil)
case "bob":
    guard words.count > 1, let port = UInt16(words[1]), let bob = try Telephone(of: .bob, kind) else { giveUp() }
    try OtherProcess.serve(bob, calling: port)
case "--processes":
    guard let ann = try Telephone(of: .ann, kind), let bob = try OtherProcess(calling: ann.port, kind) else { giveUp() }
    try ann.call(bob.port)
    for _ in 0..<Telephone.stepCount {
        ann.advance()
        try bob.advance()
    }
    for line in try bob.hangUp() + ann.hangUp() { print(line) }
default:
    guard let ann = try Telephone(of: .ann, kind), let bob = try Telephone(of: .bob, kind) else { giveUp() }
    try ann.call(bob.port)
    try bob.call(ann.port)
    for _ in 0..<Telephone.stepCount {
        ann.advance()
        bob.advance()
    }
    for line in bob.hangUp() + ann.hangUp() { print(line) }
}
