import ByteMutation
import SordinoMIDI
import Testing

/// Packets of BLE-MIDI 1.0: the layouts of the specification, with numbers put in.
struct BluetoothMIDICodecTests {
    private func read(_ packets: [UInt8]...) -> [BluetoothMIDIDecoder.Arrival] {
        var decoder = BluetoothMIDIDecoder()
        return packets.flatMap { decoder.arrivals(of: $0) }
    }

    private func at(_ stamp: UInt16?, _ bytes: UInt8...) -> BluetoothMIDIDecoder.Arrival {
        BluetoothMIDIDecoder.Arrival(stamp: stamp, bytes: bytes)
    }

    @Test func aStampHasThirteenBits() {
        // "Header byte" 10hhhhhh, "timestamp byte" 1lllllll.
        #expect(read([0xBF, 0xFF, 0x90, 60, 100]) == [at(8191, 0x90, 60, 100)])
        #expect(read([0x80, 0x80, 0xC5, 9]) == [at(0, 0xC5, 9)])
        #expect(read([0x81, 0x82, 0x90, 1, 2, 0x83, 0xE0, 3, 4]) == [at(130, 0x90, 1, 2), at(131, 0xE0, 3, 4)])
    }

    @Test func runningStatusStandsWithAndWithoutAStamp() {
        #expect(
            read([0x80, 0x85, 0x90, 60, 100, 62, 100, 0x86, 64, 100])
                == [at(5, 0x90, 60, 100), at(5, 0x90, 62, 100), at(6, 0x90, 64, 100)])
        // System messages between do not end it.
        #expect(
            read([0x80, 0x85, 0x90, 60, 100, 0x85, 0xF8, 0x86, 64, 100, 0x87, 0xF1, 5, 0x88, 65, 100])
                == [
                    at(5, 0x90, 60, 100), at(5, 0xF8), at(6, 0x90, 64, 100), at(7, 0xF1, 5), at(8, 0x90, 65, 100),
                ])
        // It does not outlive its packet.
        #expect(read([0x80, 0x85, 0x90, 60, 100], [0x80, 0x86, 64, 100]) == [at(5, 0x90, 60, 100)])
    }

    @Test func sevenBitsThatBecomeSmallerHaveOverflowed() {
        #expect(
            read([0x81, 0xFE, 0x90, 1, 1, 0x81, 0x90, 2, 2, 0x80, 0x90, 3, 3]).map(\.stamp) == [254, 257, 384])
        #expect(read([0xBF, 0xFF, 0xF8, 0x80, 0xF8]).map(\.stamp) == [8191, 0])
    }

    @Test func anExclusiveMessageGoesOnFromPacketToPacket() {
        #expect(
            read([0x80, 0x81, 0xF0, 1, 2, 3], [0x80, 4, 5, 0x83, 0xF8, 6], [0x80, 7, 0x84, 0xF7, 0x85, 0xC0, 1])
                == [
                    at(1, 0xF0, 1, 2, 3), at(3, 0xF8), at(nil, 4, 5, 6), at(nil, 7, 0xF7), at(5, 0xC0, 1),
                ])
        // One that another message cuts short, and an end without a beginning.
        #expect(read([0x80, 0x81, 0xF0, 1, 0x82, 0x90, 1, 1]) == [at(1, 0xF0, 1), at(2, 0x90, 1, 1)])
        #expect(read([0x80, 0x81, 0xF7, 5]).isEmpty)
    }

    @Test func bytesOfNoMessageAreDropped() {
        #expect(read([]).isEmpty && read([0x80]).isEmpty && read([0x12, 0x80, 0x90, 1, 1]).isEmpty)
        #expect(read([0x80, 5, 6, 7]).isEmpty)
        #expect(read([0x80, 0x81, 0x90, 60]).isEmpty)
        #expect(read([0x80, 0x81, 0xF4, 0x81, 0xF5, 0x82, 0xF6]) == [at(2, 0xF6)])
    }

    private func packets(_ messages: [(time: UInt64, words: [UInt32])], payload: Int = 20) -> [[UInt8]] {
        var encoder = BluetoothMIDIEncoder(payload: payload)
        for message in messages {
            let isTaken = encoder.add(message.words, time: message.time * 1_000_000)
            #expect(isTaken)
        }
        var packets: [[UInt8]] = []
        while let packet = encoder.next() { packets.append(packet) }
        #expect(encoder.isEmpty)
        return packets
    }

    @Test func messagesShareAPacket() {
        #expect(packets([(0, [0x2090_3C64])]) == [[0x80, 0x80, 0x90, 60, 100]])
        // 8192 ms are one turn of the count.
        #expect(packets([(8192 + 130, [0x20C0_0500])]) == [[0x81, 0x82, 0xC0, 5]])
        #expect(
            packets([(5, [0x2090_3C64, 0x2090_3E64]), (6, [0x2090_4064]), (6, [0x10F8_0000]), (6, [0x2090_4164])])
                == [[0x80, 0x85, 0x90, 60, 100, 62, 100, 0x86, 64, 100, 0x86, 0xF8, 0x86, 65, 100]])
        // 128 ms are more than seven bits reach.
        #expect(packets([(0, [0x2090_0101]), (127, [0x2090_0202]), (255, [0x2090_0303])]).count == 2)
        #expect(packets([(100, [0x2090_0101]), (99, [0x2090_0202])]).count == 2)
    }

    /// Messages of all sizes and times are written and read back.
    @Test(arguments: [20, 23, 64, 182, 512])
    func whatIsWrittenIsReadBack(payload: Int) {
        var mutation = ByteMutation(seed: UInt64(payload))
        var time: UInt64 = 1_000_000
        var (messages, bytes, stamps): ([(time: UInt64, words: [UInt32])], [[UInt8]], [UInt16]) = ([], [], [])
        var reader = MessageByteReader()
        for _ in 0..<4_000 {
            time += UInt64(mutation.choice(below: 8) == 0 ? mutation.choice(below: 300) : mutation.choice(below: 3))
            func data() -> UInt8 { UInt8(mutation.choice(below: 128)) }
            var message: [UInt8]
            switch mutation.choice(below: 10) {
            case 0: message = [0xF0] + (0..<mutation.choice(below: 90)).map { _ in data() } + [0xF7]
            case 1: message = [[0xF8, 0xFE, 0xF6, 0xFA][mutation.choice(below: 4)]]
            case 2: message = [0xF2, data(), data()]
            case 3: message = [0xD0 | UInt8(mutation.choice(below: 2)), data()]
            default: message = [0x90 | UInt8(mutation.choice(below: 2)), data(), data()]
            }
            messages.append((time, reader.words(of: message)))
            bytes.append(message)
            stamps.append(UInt16(time & 0x1FFF))
        }
        let all = packets(messages, payload: payload)
        #expect(all.allSatisfy { $0.count <= payload })
        var decoder = BluetoothMIDIDecoder()
        let arrivals = all.flatMap { decoder.arrivals(of: $0) }
        #expect(arrivals.flatMap(\.bytes) == bytes.flatMap { $0 })
        // Each message that is no part has its own time.
        let whole = zip(bytes, stamps).filter { $0.0[0] != 0xF0 }.map(\.1)
        #expect(
            arrivals.filter { $0.bytes[0] >= 0x80 && $0.bytes[0] != 0xF0 && $0.bytes[0] != 0xF7 }.map(\.stamp) == whole)
    }

    @Test func aFullQueueTakesNothingMore() {
        var encoder = BluetoothMIDIEncoder()
        var taken = 0
        while encoder.add([0x2090_3C64], time: 0) { taken += 1 }
        #expect(taken == BluetoothMIDIEncoder.waitingByteLimit / 3)
        let packet = encoder.next()
        let isTaken = encoder.add([0x2090_3C64], time: 0)
        #expect(packet != nil && isTaken)
        encoder.removeAll()
        #expect(encoder.isEmpty)
    }

    @Test func timesFollowTheSendersClock() {
        var clock = BluetoothMIDIClock()
        let start: UInt64 = 5_000_000_000
        // The sender's count begins at 8000; every other packet is held up for 7 ms.
        var worst: Int64 = 0
        for step in 0..<2_000 {
            let sent = UInt64(step) * 10
            let stamp = UInt16((8_000 + sent) & 0x1FFF)
            let arrival = start + sent * 1_000_000 + (step % 2 == 0 ? 0 : 7_000_000)
            let time = clock.time(of: stamp, arrival: arrival)
            #expect(time <= arrival)
            worst = max(worst, abs(Int64(time) - Int64(start + sent * 1_000_000)))
        }
        #expect(worst <= 60_000)
        // Silence of a minute: the count went round unseen.
        let late = start + 80_000_000_000
        let (again, unstamped) = (clock.time(of: 12, arrival: late), clock.time(of: nil, arrival: late + 1))
        #expect(again == late && unstamped == late + 1)
    }

    @Test func anyBytesAreRead() {
        var mutation = ByteMutation(seed: 7)
        var decoder = BluetoothMIDIDecoder()
        var reader = MessageByteReader()
        for _ in 0..<20_000 {
            let packet = (0..<mutation.choice(below: 40)).map { _ in UInt8(mutation.choice(below: 256)) }
            let arrivals = decoder.arrivals(of: packet)
            #expect(arrivals.reduce(0) { $0 + $1.bytes.count } <= 2 * packet.count)
            for arrival in arrivals { _ = reader.words(of: arrival.bytes) }
        }
    }
}
