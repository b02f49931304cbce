/// AC-3 and Enhanced AC-3.
extension Codec {
    static let ac3: Codec = Codec(
        id: "ac-3", name: "AC-3", decoding: .library(.ac3),
        packets: .differing(frames: 1536) { _, _ in 3840 },
        mpeg4: MPEG4Mapping(
            entry: "ac-3", box: ("dac3", 0), objectTypes: [0xA5], fileTypes: [MPEG4Kind.plain.fileType],
            take: { entry, _ in
                entry.set("ac-3", 1536)
                // ETSI TS 102 366, F.4: rate, version and kind of service stand before the mode.
                entry.takeAC3(byteCount: 3, ratePosition: 0, modePosition: 10)
            },
            put: { description, _, entry in
                if let cookie = description.cookie { entry.box("dac3") { $0.put(cookie) } }
            }))
    static let enhancedAC3: Codec = Codec(
        id: "ec-3", name: "Enhanced AC-3", decoding: .library(.eac3),
        packets: .differing(frames: 1536) { _, _ in 4096 },
        mpeg4: MPEG4Mapping(
            entry: "ec-3", box: ("dec3", 0), objectTypes: [0xA6], fileTypes: [MPEG4Kind.plain.fileType],
            take: { entry, _ in
                entry.set("ec-3", nil)
                // ETSI TS 102 366, F.6: the first of the streams, behind the bit rate and their number.
                entry.takeAC3(byteCount: 5, ratePosition: 16, modePosition: 28)
            },
            put: { description, _, entry in
                if let cookie = description.cookie { entry.box("dec3") { $0.put(cookie) } }
            }))
}

extension AC3Header {
    /// The stream's format, from the header.
    var format: MediaFormat {
        MediaFormat(
            codec: isEnhanced ? Codec.enhancedAC3.id : Codec.ac3.id, sampleRate: Double(sampleRate),
            channelCount: channelCount, bytesPerPacket: 0, framesPerPacket: frameCount)
    }
}

extension MPEG4SampleEntry {
    /// Takes rate and channels from the box that describes AC-3, since the entry itself does not state them.
    ///
    /// - Parameters:
    ///   - byteCount: The least size of the box, in bytes.
    ///   - ratePosition: The bit at which the code of the rate begins.
    ///   - modePosition: The bit at which the channel mode begins; the flag of the low-frequency channel follows it.
    fileprivate mutating func takeAC3(byteCount: Int, ratePosition: Int, modePosition: Int) {
        guard let box = cookie, box.count >= byteCount else { return }
        var rate = BitReader(box)
        rate.skip(ratePosition)
        let code = rate.bits(2)
        if code < AC3Header.sampleRates.count { format.sampleRate = Double(AC3Header.sampleRates[code]) }
        var mode = BitReader(box)
        mode.skip(modePosition)
        format.channelCount = AC3Header.channelCounts[mode.bits(3)]
        if mode.flag() { format.channelCount += 1 }
    }
}
