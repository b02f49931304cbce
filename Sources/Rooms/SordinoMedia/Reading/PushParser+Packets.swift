/// Packets of differing sizes: those that a table places, and those that carry themselves.
extension PushParser {
    /// Hands out the packets that a table places in the audio that is passing.
    ///
    /// Returns whether all of it has passed.
    mutating func media(
        _ table: any PacketTable, _ format: MediaFormat?, _ rest: inout UnsafeRawBufferPointer,
        _ packets: (PacketRun) -> Void
    ) throws(MediaError) -> Bool {
        guard format != nil else { throw Self.descriptionIsMissing }
        isReady = true
        while let audio = left, packetCount < table.packetCount {
            let (offset, byteCount) = table.place(ofPacket: packetCount)
            guard byteCount >= 0, byteCount <= PacketLimits.byteCount else {
                throw .limit("a packet of more than \(PacketLimits.byteCount) bytes")
            }
            // A packet that ends behind this audio is no reason to refuse it, also while the rest of it goes by.
            guard offset - position <= audio - Int64(byteCount) else { break }
            guard offset >= position else {
                throw .unsupported(
                    .operation("the packets are not stored in their order, and a stream cannot be rewound; a file can"))
            }
            guard let bytes = passing(offset - position, byteCount, &rest) else { return false }
            let frameCount = table.frames(ofPacket: packetCount).count
            bytes.withUnsafeBytes { hand($0, 1, frameCount, packets) }
            left = left.map { $0 - Int64(byteCount) }
        }
        return pass(&rest)
    }

    /// Lets `gap` bytes go by and takes `byteCount`; nil while they are not all there.
    private mutating func passing(
        _ gap: Int64, _ byteCount: Int, _ rest: inout UnsafeRawBufferPointer
    ) -> [UInt8]? {
        let all = left
        left = gap
        let isAtPacket = pass(&rest)
        left = all.map { $0 - (gap - (isAtPacket ? 0 : left ?? 0)) }
        guard isAtPacket, gather(byteCount, &rest) else { return nil }
        let bytes = Array(pending.prefix(byteCount))
        drop(byteCount)
        return bytes
    }

    /// Hands out packets that carry themselves.
    ///
    /// Returns whether all of the audio has passed.
    mutating func media(
        _ first: any PacketFramer, _ format: MediaFormat?, _ rest: inout UnsafeRawBufferPointer,
        _ packets: (PacketRun) -> Void
    ) throws(MediaError) -> Bool {
        guard format != nil else { throw Self.descriptionIsMissing }
        isReady = true
        let audio = left ?? 0
        _ = gather(Int(min(audio, Int64(pending.count + rest.count))), &rest)
        // Taken out of the parser, so that walking over them does not hold it.
        var held: [UInt8] = []
        swap(&held, &pending)
        let all = Int(min(audio, Int64(held.count)))
        let isLast = Int64(all) == audio
        var used = 0
        var failure: MediaError?
        held.withUnsafeBytes { bytes in
            let bytes = UnsafeRawBufferPointer(rebasing: bytes[..<all])
            do throws(MediaError) { used = try walk(bytes, first, isEnd: isLast || isEnding, packets) } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        // At the end of the audio the rest is shorter than a packet and is dropped.
        if isLast { used = all }
        pending = Array(held[used...])
        position += Int64(used)
        left = isLast ? nil : audio - Int64(used)
        return isLast
    }

    /// Walks over bytes that lie at `position` and returns how many are used up.
    private mutating func walk(
        _ bytes: UnsafeRawBufferPointer, _ first: any PacketFramer, isEnd: Bool, _ packets: (PacketRun) -> Void
    ) throws(MediaError) -> Int {
        var framer = framing?.framer ?? first
        var framing = framing ?? Framing(framer: first)
        var used = 0
        defer {
            framing.framer = framer
            self.framing = framing
        }
        while used < bytes.count {
            if framing.skip > 0 {
                let passed = Int(min(framing.skip, Int64(bytes.count - used)))
                framing.skip -= Int64(passed)
                used += passed
                continue
            }
            let there = UnsafeRawBufferPointer(rebasing: bytes[used...])
            guard there.count >= framing.need || isEnd else { break }
            let step = try framer.step(there.bytes, at: position + Int64(used), isEnd: isEnd)
            framing.need = 1
            switch step {
            case .more(let count):
                guard !isEnd else { return used }
                framing.need = max(count, there.count + 1)
                guard framing.need <= PacketLimits.byteCount else {
                    throw .limit("a packet of more than \(PacketLimits.byteCount) bytes")
                }
            case .perhaps:
                guard !isEnd else { return used }
                framing.need = there.count + 1
                guard framing.need <= PacketLimits.byteCount else {
                    throw .limit("a packet of more than \(PacketLimits.byteCount) bytes")
                }
            case .skip(let count):
                guard count > 0 else { throw .malformed(at: 0, because: "a packet of no bytes") }
                framing.skip = Int64(count)
            case .part(let range, let byteCount):
                guard framing.parts.count + range.count <= PacketLimits.byteCount else {
                    throw .limit("a packet of more than \(PacketLimits.byteCount) bytes")
                }
                framing.parts += there[range]
                used += byteCount
            case .packet(let range, let byteCount, let frameCount):
                if framing.parts.isEmpty {
                    hand(UnsafeRawBufferPointer(rebasing: there[range]), 1, frameCount, packets)
                } else {
                    let whole = framing.parts + there[range]
                    framing.parts = []
                    whole.withUnsafeBytes { hand($0, 1, frameCount, packets) }
                }
                used += byteCount
            case .end:
                framing.skip = .max
            }
        }
        return used
    }
}
