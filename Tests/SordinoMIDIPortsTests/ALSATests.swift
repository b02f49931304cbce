import CALSA
import SordinoMIDI
import SordinoMIDIPorts
import Testing

@Suite struct ALSATests {
    @Test func clientsOfTheKernelAreDevicesAndProgramsAreNot() {
        let devices = ALSASequencer.devices(of: [
            ALSAPort(
                client: 20, port: 0, clientName: "Keystation", name: "Keystation MIDI 1", isKernel: true,
                canRead: true, canWrite: true),
            ALSAPort(
                client: 20, port: 1, clientName: "Keystation", name: "Keystation MIDI 2", isKernel: true,
                canRead: true, canWrite: false),
            ALSAPort(
                client: 128, port: 0, clientName: "FLUID Synth", name: "Synth input", isKernel: false,
                canRead: false, canWrite: true),
        ])
        #expect(devices.map(\.isProgram) == [false, true])
        #expect(devices.map(\.ports.count) == [2, 1])
        #expect(devices[0].ports[1].source == 20 << 32 | 1 && devices[0].ports[1].destination == nil)
    }

    @Test(.enabled(if: sordino_alsa_is_built_in()))
    func messagesAreTheSameBehindTheSequencersEvents() throws {
        let messages: [[UInt8]] = [
            [0x90, 60, 100], [0x83, 60, 1], [0xA1, 5, 6], [0xBF, 7, 127], [0xC2, 9], [0xD0, 3], [0xE4, 1, 64],
            [0xF1, 0x35], [0xF2, 3, 4], [0xF3, 5], [0xF6], [0xF8], [0xFA], [0xFB], [0xFC], [0xFE], [0xFF],
            [0xF0, 0x7D, 1, 2, 0xF7],
        ]
        for message in messages {
            var back = [UInt8](repeating: 0, count: 64)
            let count = calsa_round_trip(message, message.count, &back, back.count)
            try #require(count >= 0, "libasound is not there")
            #expect(Array(back.prefix(Int(count))) == message)
        }
    }
}
