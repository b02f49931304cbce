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
    /// Takes rate and channels of the box that describes AC-3: the count in the entry itself does not tell.
    ///
    /// - Parameters:
    ///   - byteCount: Bytes of it at least.
    ///   - ratePosition: The bit of the rate's code.
    ///   - modePosition: That of the channels' mode, which the low frequencies' own bit follows.
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
