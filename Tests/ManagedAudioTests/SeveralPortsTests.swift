import PrivatePipeWire
import SordinoPipeWire
import Testing

private let multiRoute = "AVAudioSessionCategoryMultiRoute"

extension ManagedAudioTests {
    /// A session for several routes: one stream, heard on several of the server's sinks.
    @Suite(.serialized, .enabled(if: OutsideRecorder.isInstalled, "skipped: pw-record is not installed"))
    struct SeveralPortsTests {
        @Test func eachPortHasTheChannelsThatItsPlaceInTheRouteSays() throws {
            // Long cycles: pw-record writes its files on threads that no cycle waits for.
            let system = try WholeSystem(quantum: 4_096)
            let headphones = try #require(system.plug("headphones", type: "Headphones"))
            let screen = try #require(system.plug("screen", type: "HDMIOutput"))
            let program = try system.witness()
            #expect(program.tell("category \(multiRoute)"))
            #expect(program.tell("active on"))
            let recorders = try [headphones, screen].map { sink in
                try #require(try OutsideRecorder(system.hand, monitorOf: sink, channels: 2))
            }
            #expect(program.tell("levels 4"))
            let ears = try [headphones, screen].map { sink in
                try #require(GraphRecorder(system.hand, monitorOf: sink, channels: 2))
            }
            for (index, ear) in ears.enumerated() {
                let levels = [Float(2 * index + 1) / 16, Float(2 * index + 2) / 16]
                #expect(
                    ear.wait {
                        ear.pass(4_096)
                        return ear.samples.compactMap(\.last) == levels
                    }, "port \(index): \(ear.samples.map(\.last))")
                ear.pass(24_000)
            }
            // Headphones have channels 1 and 2 of the whole, the screen 3 and 4, from the first frame on.
            for (index, recorder) in recorders.enumerated() {
                let heard = try recorder.finish()
                for channel in 0..<2 {
                    let level = Float(2 * index + channel + 1) / 16
                    let sounding = heard[channel].drop { $0 == 0 }
                    #expect(sounding.count >= 9_600 && sounding.prefix(9_600).allSatisfy { $0 == level })
                }
            }
            // A port that is pulled out stops the programs on it (rule R5.2): nothing of it comes out of the other.
            system.hand.unplug("screen")
            #expect(program.says("stopped R5.2"))
            #expect(
                ears[0].wait {
                    ears[0].pass(4_096)
                    return ears[0].samples.compactMap(\.last) == [0, 0]
                })
        }
    }
}
