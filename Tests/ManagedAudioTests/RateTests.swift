import PrivatePipeWire
import RunningProgram
import SordinoPipeWire
import Testing

private let playback = "AVAudioSessionCategoryPlayback"

extension ManagedAudioTests {
    /// Graphs that run at other rates and blocks than usual are followed.
    @Suite(.serialized) struct RateTests {
        // The server takes powers of two.
        @Test(arguments: [(44_100, 512), (44_100, 1_024), (96_000, 512), (192_000, 2_048), (48_000, 64)])
        func theGraphsRateAndBlockAreTheSessions(rate: Int, quantum: Int) throws {
            let system = try WholeSystem(quantum: quantum, sampleRate: rate)
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play 0.5"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.5 } } != nil)
            let line = "\(rate) Hz, \(quantum) frames"
            var status: [String] = []
            #expect(
                system.recorder.wait {
                    status = (try? system.audioctl("status")) ?? []
                    return status.contains { $0.contains(line) }
                }, "\(status)")
            #expect(music.tell("timing"))
            let milliseconds = Double(quantum) / Double(rate)
            #expect(music.said.contains("timing \(Double(rate)) \(milliseconds)"), "\(music.said)")
        }

        @Test func theBlockFollowsWhileItPlays() throws {
            let system = try WholeSystem(quantum: 256)
            let music = try system.witness()
            #expect(music.tell("category \(playback)"))
            #expect(music.tell("play 0.5"))
            #expect(system.hear { $0.allSatisfy { $0 == 0.5 } } != nil)
            for quantum in [512, 1_024, 128] {
                system.hand.connection.locked {
                    _ = system.hand.connection.setMetadata(
                        "settings", subject: 0, key: "clock.force-quantum", type: "Spa:Int", value: "\(quantum)")
                }
                #expect(
                    system.recorder.wait {
                        (try? system.audioctl("status"))?.contains { $0.contains("48000 Hz, \(quantum) frames") }
                            == true
                    }, "\(quantum)")
            }
            #expect(system.hear { $0.allSatisfy { $0 == 0.5 } } != nil)
        }
    }
}
