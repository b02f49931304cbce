import SordinoMIDI
import Testing

/// The messages that bring the channels into the state of a beat.
@Suite struct ChannelStateTests {
    /// Makes a sequence of tracks with messages of three numbers, at a beat each.
    private func content(_ tracks: [(Double, [UInt8])]...) -> SequenceContent {
        var content = SequenceContent()
        for messages in tracks {
            var track = SequenceTrack()
            for (beat, bytes) in messages {
                track.add(
                    SequenceEvent(
                        beat: beat,
                        .channel(
                            ChannelMessage(
                                status: bytes[0], data1: bytes[1], data2: bytes.count > 2 ? bytes[2] : 0))))
            }
            _ = content.addTrack(track)
        }
        return content
    }

    /// The messages of the first channel behind the reset of its controllers.
    private func state(_ content: SequenceContent, before beat: Double) -> [[UInt8]] {
        let messages = content.channelState(before: beat).filter { $0.channel == 0 }
        #expect(messages.first == ChannelMessage(status: 0xB0, data1: 121))
        return messages.dropFirst().map { Array([$0.status, $0.data1, $0.data2].prefix($0.byteCount)) }
    }

    @Test func theLastValueOfEachControlCounts() {
        let made = content(
            [
                (0, [0xC0, 5]), (0, [0xB0, 7, 100]), (1, [0xB0, 7, 50]), (2, [0xE0, 0, 80]),
                (2, [0xD0, 9]), (4, [0xC0, 6]),
            ],
            [(0.5, [0xB0, 7, 3]), (1.5, [0xB0, 10, 64])])
        #expect(
            state(made, before: 4) == [
                [0xC0, 5], [0xB0, 7, 50], [0xB0, 10, 64], [0xE0, 0, 80], [0xD0, 9],
            ])
        #expect(state(made, before: 4.001).last == [0xC0, 6])
        #expect(state(made, before: 0) == [])
        #expect(made.channelState(before: 9).count == 16 + 5, "one reset for each channel")
    }

    @Test func aProgramComesWithTheBankThatItWasChosenFrom() {
        let made = content([
            (0, [0xB0, 0, 1]), (0, [0xB0, 32, 2]), (0, [0xC0, 5]), (1, [0xB0, 0, 8]),
        ])
        #expect(
            state(made, before: 2) == [
                [0xB0, 32, 2], [0xB0, 0, 1], [0xB0, 32, 2], [0xC0, 5], [0xB0, 0, 8],
            ],
            "the later bank waits for a later program")
    }

    @Test func aParameterIsSetUnderItsNumber() {
        let made = content([
            (0, [0xB0, 101, 0]), (0, [0xB0, 100, 0]), (0, [0xB0, 6, 12]), (1, [0xB0, 100, 1]),
            (1, [0xB0, 6, 64]),
            (2, [0xB0, 101, 127]), (2, [0xB0, 100, 127]),
        ])
        #expect(
            state(made, before: 3) == [
                [0xB0, 101, 0], [0xB0, 100, 0], [0xB0, 6, 12], [0xB0, 101, 0], [0xB0, 100, 1],
                [0xB0, 6, 64],
                [0xB0, 101, 127], [0xB0, 100, 127],
            ])
    }

    @Test func aResetOfTheControllersLeavesVolumeAndProgram() {
        let made = content([
            (0, [0xB0, 7, 90]), (0, [0xB0, 64, 127]), (0, [0xE0, 0, 0]), (0, [0xC0, 3]),
            (1, [0xB0, 121, 0]),
        ])
        #expect(state(made, before: 2) == [[0xB0, 7, 90], [0xC0, 3]])
    }
}
