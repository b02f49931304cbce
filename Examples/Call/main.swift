// Two programs on two simulated telephones speak with one another over RTP: swift run call
// The cost of lost packets: swift run call loss [FILE [FOLDER]]
//
// Ann speaks from 1 s to 3 s, Bob from 3.5 s to 5.5 s. Each telephone lies on a table, so its microphone hears its loudspeaker. On
// Bob's another program plays a tone. One packet of fifty is lost on the way from Ann.

import AVFAudio
import Foundation
import SordinoSimulator

/// Harmonics of a voice, four syllables a second, between two moments; silence else.
func talk(hertz: Double, from start: Double, to end: Double) -> [Float] {
    (0..<Int(end * 48_000)).map { frame in
        let time = Double(frame) / 48_000
        guard time > start else { return 0 }
        let pitch = hertz * (1 + 0.05 * sin(2 * .pi * 0.9 * time))
        return (1...24).reduce(Float(0)) { sum, number in
            let partial = Double(number) * pitch
            let level = 1 / (1 + pow((partial - 500) / 200, 2)) + 0.4 / (1 + pow((partial - 1_500) / 250, 2))
            return sum + Float(0.06 * abs(sin(4 * .pi * time)) * level * sin(2 * .pi * partial * time))
        }
    }
}

func decibels(_ samples: some Collection<Float>) -> Int {
    let power = samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(max(samples.count, 1))
    return Int((10 * log10(power + 1e-12)).rounded())
}

/// The level of what a caller played of the other end, between two moments of the call.
func heard(_ caller: Caller, _ from: Double, _ to: Double) -> Int {
    let samples = caller.heard.samples
    return decibels(samples[min(Int(from * 48_000), samples.count)..<min(Int(to * 48_000), samples.count)])
}

if CommandLine.arguments.dropFirst().first == "loss" {
    let words = CommandLine.arguments.dropFirst(2)
    guard let table = LossTable(try words.first.map(LossTable.speech) ?? talk(hertz: 130, from: 0, to: 10)) else {
        print("There is no Opus: is libavcodec installed?")
        exit(1)
    }
    table.run(folder: words.dropFirst().first)
    exit(0)
}

let (annsPhone, bobsPhone) = (SimulatedDevice(.phone), SimulatedDevice(.phone))
annsPhone.acoustics = .office
bobsPhone.acoustics = .kitchen
annsPhone.microphone(hears: .recording([talk(hertz: 190, from: 1, to: 3)], sampleRate: 48_000, repeats: false))
bobsPhone.microphone(hears: .recording([talk(hertz: 110, from: 3.5, to: 5.5)], sampleRate: 48_000, repeats: false))

let music = bobsPhone.app("Music", backgroundModes: .audio)
try music.activate(.playback, options: .mixWithOthers)
try music.playTone()
let (annsCall, bobsCall) = (
    annsPhone.app("Call", backgroundModes: .audio), bobsPhone.app("Call", backgroundModes: .audio)
)
guard let ann = annsCall.perform({ Caller(dropsOneOf: 50) }), let bob = bobsCall.perform({ Caller() }) else {
    print("There is no Opus, or no network: is libavcodec installed?")
    exit(1)
}
try annsCall.perform { try ann.call(bob.socket.port) }
try bobsCall.perform { try bob.call(ann.socket.port) }

while annsPhone.now < 6 {
    annsPhone.advance(0.01)
    bobsPhone.advance(0.01)
}
print("Bob hears Ann at \(heard(bob, 2, 3)) dBFS; \(bob.heard.lostCount) of her packets did not come.")
print("Ann hears of herself \(heard(ann, 2, 3)) dBFS.")
print("Ann hears Bob at \(heard(ann, 4.5, 5.5)) dBFS.")
print("Bob hears of himself \(heard(bob, 4.5, 5.5)) dBFS.")
if let speaker = bobsPhone.output(.builtInSpeaker) {
    let level = speaker.level(of: music, at: bobsPhone.now - 0.02)
    print("Beside the call the music is at \(Int(level.rounded())) dB.")
}
annsCall.perform { ann.hangUp() }
bobsCall.perform { bob.hangUp() }
bobsPhone.advance(1)
if let speaker = bobsPhone.output(.builtInSpeaker) {
    let level = speaker.level(of: music, at: bobsPhone.now - 0.02)
    print("After it the music is at \(Int(level.rounded())) dB.")
}
