import Foundation
import Glibc
import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

private let playback = "AVAudioSessionCategoryPlayback"

/// The stage's shortest fade: 5 ms at 48 kHz.
private let fadeFrames = 240
/// A level that breaks off by such a fade moves by this much from one frame to the next; a cut is a hundred times as much.
///
/// A stream's tail, a link and the gain of a program that is gone may sink at the same time, and their slopes add up.
private func largestStep(of level: Float) -> Float { level / Float(fadeFrames) * 3 }

extension ManagedAudioTests {
    /// The loudspeaker's samples while something ends, arrives or leaves; each again and again.
    @Suite(.serialized) struct TransitionTests {
        /// Rounds of each; fifty where there is time.
        private static let rounds = ProcessInfo.processInfo.environment["SORDINO_ROUNDS"].flatMap { Int($0) } ?? 3

        /// The largest step between two neighbours, and where it is.
        private func step(_ samples: ArraySlice<Float>) -> (size: Float, place: Int) {
            var found: (size: Float, place: Int) = (0, samples.startIndex)
            for place in samples.indices.dropFirst() where abs(samples[place] - samples[place - 1]) > found.size {
                found = (abs(samples[place] - samples[place - 1]), place)
            }
            return found
        }

        /// Expects that a level fell to silence by a fade of the stage since `start`.
        private func expectFade(
            of level: Float, _ system: WholeSystem, from start: Int, gaps: Int, _ round: Int, channel: Int = 0
        ) {
            expectNoCut(above: largestStep(of: level), system, from: start, gaps: gaps, round, channel: channel)
        }

        /// Expects no larger step than `limit` since `start`.
        private func expectNoCut(
            above limit: Float, _ system: WholeSystem, from start: Int, gaps: Int, _ round: Int, channel: Int = 0
        ) {
            let samples = system.recorder.samples[channel][start...]
            let cut = step(samples)
            // The frames around the cut are worth more than a number.
            let around = samples[max(start, cut.place - 3)..<min(samples.endIndex, cut.place + 3)]
            #expect(
                cut.size <= limit,
                "round \(round): \(Array(around)) at \(cut.place - start); lost cycles \(system.recorder.gaps - gaps)")
        }

        /// Starts a program that plays a level and is heard.
        private func player(_ system: WholeSystem, _ level: Float) throws -> RunningProgram {
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play \(level)"))
            #expect(system.hear { $0.allSatisfy { $0 == level } } != nil)
            return music
        }

        @Test func aPlayerThatIsKilledFades() throws {
            let system = try WholeSystem(quantum: 1_024)
            for round in 1...Self.rounds {
                let music = try player(system, 0.5)
                let (start, gaps) = (system.recorder.frames, system.recorder.gaps)
                music.kill()
                #expect(system.hear(until: isSilence) != nil, "round \(round)")
                expectFade(of: 0.5, system, from: start, gaps: gaps, round)
            }
        }

        @Test func aPlayerThatStopsFades() throws {
            let system = try WholeSystem(quantum: 1_024)
            let music = try player(system, 0.5)
            for round in 1...Self.rounds {
                let (start, gaps) = (system.recorder.frames, system.recorder.gaps)
                #expect(music.tell("stop"))
                #expect(system.hear(until: isSilence) != nil, "round \(round)")
                expectFade(of: 0.5, system, from: start, gaps: gaps, round)
                #expect(music.tell("play 0.5"))
                #expect(system.hear { $0.allSatisfy { $0 == 0.5 } } != nil, "round \(round)")
            }
        }

        @Test func aRingtoneThatEndsFades() throws {
            let system = try WholeSystem(quantum: 1_024)
            for round in 1...Self.rounds {
                try system.audioctl("call", "ring")
                #expect(system.hear(until: isRingtoneAlone) != nil, "round \(round)")
                let (start, gaps) = (system.recorder.frames, system.recorder.gaps)
                try system.audioctl("call", "decline")
                #expect(system.hear(until: isSilence) != nil, "round \(round)")
                // A tone of 800 Hz moves by 0.025 from frame to frame; a cut is at least as large, unless it is at a zero.
                expectNoCut(above: 0.0275, system, from: start, gaps: gaps, round)
            }
        }

        @Test func aLinkThatIsLostFades() throws {
            let system = try WholeSystem(quantum: 1_024)
            let music = try player(system, 0.5)
            for round in 1...Self.rounds {
                let node = try #require(system.hand.node("sordino.witness"))
                let link = try #require(
                    system.hand.wait { graph in graph.links.values.first { $0.outputNode == node }?.id })
                let (start, gaps) = (system.recorder.frames, system.recorder.gaps)
                system.hand.connection.locked { system.hand.connection.destroyObject(link) }
                #expect(
                    system.hand.wait { graph in graph.links[link] == nil ? true : nil } == true, "round \(round)")
                // The stage makes it again.
                #expect(system.hear { $0.allSatisfy { $0 == 0.5 } } != nil, "round \(round)")
                expectFade(of: 0.5, system, from: start, gaps: gaps, round)
                expectFade(of: 0.5, system, from: start, gaps: gaps, round, channel: 1)
            }
            withExtendedLifetime(music) {}
        }

        @Test func afterAnUnplugNothingIsHeardOnTheLoudspeaker() throws {
            let system = try WholeSystem(quantum: 1_024)
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            for round in 1...Self.rounds {
                let headphones = "headphones \(round)"
                let count = music.said.count
                #expect(system.hand.plug(headphones, type: "Headphones") != nil)
                #expect(
                    system.recorder.wait {
                        (try? system.audioctl("route"))?.contains { $0.contains(headphones) } == true
                    }, "round \(round)")
                #expect(music.tell("play 0.5"))
                let far = try #require(system.hand.node(headphones))
                let recorder = try #require(GraphRecorder(system.hand, monitorOf: far, channels: 2))
                #expect(recorder.wait { recorder.samples[0].last == 0.5 }, "round \(round)")
                #expect(system.hear(until: isSilence) != nil)
                let start = system.recorder.frames
                system.hand.unplug(headphones)
                #expect(music.says("interrupted", after: count), "round \(round)")
                _ = system.hear(24_000)
                let heard = system.recorder.samples[0][start...]
                #expect(heard.allSatisfy { $0 == 0 }, "round \(round): \(heard.count { $0 != 0 }) frames")
                #expect(music.tell("stop"))
            }
        }
    }
}
