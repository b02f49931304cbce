import Foundation
import Glibc
import HardwareContract
import PrivatePipeWire
import SordinoHardware
import SordinoPipeWire
import SordinoPolicy
import Testing

extension PipeWireTests {
    @Suite(.serialized) struct StreamTests {
        @Test func aServerThatAnswersNothingIsARefusal() throws {
            let server = try PrivatePipeWire(hasClock: false)
            #expect(kill(try #require(server.id), SIGSTOP) == 0)
            #expect(throws: HardwareError.refused("the PipeWire server accepts connections and answers none")) {
                _ = try PipeWireHardware(remote: server.remote, patienceMilliseconds: 50)
            }
        }

        @Test func aServerThatClosesEveryConnectionIsARefusal() throws {
            let path = "\(FileManager.default.temporaryDirectory.path)/\(UUID().uuidString.prefix(8))"
            let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            var place = sockaddr_un()
            place.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
            let isBound = withUnsafePointer(to: &place) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                }
            }
            try #require(isBound && listen(listener, 8) == 0)
            let closing = Thread {
                while case let connection = accept(listener, nil, nil), connection >= 0 { close(connection) }
            }
            closing.start()
            defer {
                shutdown(listener, Int32(SHUT_RDWR))
                close(listener)
                unlink(path)
            }
            #expect(throws: HardwareError.refused("the PipeWire server accepts connections and closes them at once")) {
                _ = try PipeWireHardware(remote: path)
            }
        }

        @Test func aStreamIsHeardBitForBitFromItsFirstFrame() throws {
            let server = try PrivatePipeWire()
            let hand = try #require(GraphHand(server))
            let sink = try #require(hand.plug("speaker", type: "Speaker"))
            let recorder = try #require(GraphRecorder(hand, monitorOf: sink, channels: 2))
            let hardware = try PipeWireHardware(remote: server.remote)
            let program = TestProgram(1)
            try program.play(hardware, on: ["speaker"])
            #expect(recorder.wait { hardware.isQuiet })
            recorder.pass(6_000)
            for (channel, samples) in recorder.samples.enumerated() {
                let heard = afterSilence(samples).prefix(4_000)
                #expect(heard.count == 4_000)
                #expect(heard.elementsEqual((0..<heard.count).map { TestProgram.code(Int64($0), channel) }))
            }
        }
    }
}

extension PipeWireTests.StreamTests {
    @Test func aSecondStreamJoinsTheFirst() throws {
        let stand = try PipeWireStand()
        let programs = [TestProgram(2, .constant(0.5)), TestProgram(1, .constant(0.25))]
        for program in programs { try program.play(stand.hardware, on: [PipeWireStand.speakerUID]) }
        #expect(
            stand.recorder.wait {
                stand.recorder.pass(1_000)
                return stand.recorder.samples.allSatisfy { $0.last == 0.75 }
            })
    }
}
