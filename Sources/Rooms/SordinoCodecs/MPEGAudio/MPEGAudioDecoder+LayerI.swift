extension MPEGAudioDecoder {
    /// Decodes a packet of layer I as far as the samples of subbands.
    ///
    /// Source: ISO/IEC 11172-3, 2.4.1.5 and 2.4.3.2.
    func decodeLayerI(
        _ frame: UnsafeRawBufferPointer, _ header: MPEGFrameHeader, _ state: LayerIIState
    ) throws(CodecError) {
        var input = BitInput(frame)
        input.skip(header.headByteCount * 8)
        let start = input.position
        let channelCount = header.channelCount
        let bound = channelCount == 1 ? 32 : header.jointBound
        for subband in 0..<32 {
            for channel in 0..<channelCount {
                if channel == 1, subband >= bound {
                    state.allocation[subband * 2 + 1] = state.allocation[subband * 2]
                    continue
                }
                let code = input.bits(4)
                guard code != 15 else { throw .damaged("a forbidden allocation", bit: input.position - 4) }
                state.allocation[subband * 2 + channel] = UInt8(code)
            }
        }
        guard isIntact(frame, header, protectedBitCount: input.position - start) else {
            throw .damaged("a wrong checksum", bit: 32)
        }
        for place in 0..<64 where channelCount == 2 || place & 1 == 0 {
            let code = Int(state.allocation[place])
            guard code > 0 else { continue }
            state.factors[place] = state.scale[input.bits(6)] * 2 / Float(1 << (code + 1) - 1)
        }
        for slot in 0..<12 {
            for subband in 0..<32 {
                var value: Float = 0
                for channel in 0..<channelCount {
                    let place = subband * 2 + channel
                    let code = Int(state.allocation[place])
                    if channel == 0 || subband < bound {
                        // Codes count from below; the middle one is zero.
                        value = code == 0 ? 0 : Float(input.bits(code + 1) - (1 << code - 1))
                    }
                    let synthesis = channel == 0 ? synthesis.0 : synthesis.1
                    synthesis.row(subband)[slot] = code == 0 ? 0 : value * state.factors[place]
                }
            }
        }
        guard !input.isPast else { throw .damaged("a packet shorter than its samples", bit: input.count) }
    }
}
