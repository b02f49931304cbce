/// Encodes iLBC: one channel at 8 kHz, one packet a frame (RFC 3951, 3).
///
/// The input is high-passed at 90 Hz. Nothing is allocated after `init`. Belongs to one thread at a time.
package final class ILBCEncoder {
    /// The mode of the stream: 20 or 30 ms.
    package let mode: ILBCMode
    /// Frames of one packet: 160 or 240.
    package var framesPerPacket: Int { mode.framesPerPacket }
    /// Frames that decoding gives before the first that was taken: the enhancer's delay.
    package var primingFrameCount: Int { mode.delayFrameCount }
    /// The data that a decoder needs: none.
    package var cookie: [UInt8]? { nil }

    private let memory: ILBCMemory
    private let layout: ILBCPacketLayout
    private let spectrum: ILBCSpectrum
    private let excitation: ILBCExcitation
    private let analysis: ILBCAnalysis
    private let stateSearch: ILBCStateSearch
    private let codebookSearch: ILBCCodebookSearch
    private let filters: UnsafeMutablePointer<Float>
    private let weights: UnsafeMutablePointer<Float>
    private let residual: UnsafeMutablePointer<Float>
    private let silence: UnsafeMutablePointer<Float>
    private let highPass: UnsafeMutablePointer<Float>
    private let highPassState: UnsafeMutablePointer<Float>
    private var missingCount = 0

    /// Makes an encoder that stands before the first frame.
    package init(mode: ILBCMode) {
        self.mode = mode
        memory = ILBCMemory()
        layout = ILBCPacketLayout(mode: mode)
        spectrum = ILBCSpectrum(memory: memory)
        excitation = ILBCExcitation(memory: memory)
        analysis = ILBCAnalysis(mode: mode, memory: memory)
        stateSearch = ILBCStateSearch(mode: mode, memory: memory)
        codebookSearch = ILBCCodebookSearch(excitation: excitation, memory: memory)
        filters = memory.take(ILBCSize.subBlockLimit * ILBCSize.filter)
        weights = memory.take(ILBCSize.subBlockLimit * ILBCSize.filter)
        residual = memory.take(ILBCSize.frameLimit)
        silence = memory.take(1)
        highPass = memory.take(ILBCTables.inputHighPass)
        highPassState = memory.take(4)
        reset()
    }

    /// Begins anew, as before the first frame.
    package func reset() {
        spectrum.reset()
        spectrum.setMean(analysis.earlier)
        analysis.reset()
        for index in 0..<4 { highPassState[index] = 0 }
        missingCount = 0
    }

    /// Encodes one packet.
    ///
    /// - Parameters:
    ///   - frames: Samples, nominal range ±1; what lies outside is clipped, what is no number is silence.
    ///   - frameCount: `framesPerPacket`; fewer are followed by silence and end the stream.
    /// - Returns: The packet, 38 or 50 bytes, valid until the next call.
    package func encode(_ frames: UnsafePointer<Float>, frameCount: Int) -> UnsafeRawBufferPointer {
        let taken = min(max(frameCount, 0), framesPerPacket)
        analysis.advance()
        let speech = analysis.frame
        for index in 0..<taken {
            let sample = frames[index]
            // Numbers that are none, or would become subnormal, are replaced by 0.
            speech[index] = abs(sample) > 1e-9 ? min(max(sample, -1), 1) * 32768 : 0
        }
        for index in taken..<framesPerPacket { speech[index] = 0 }
        // The silence that fills the packet already pushes frames out of the decoder.
        missingCount = max(0, primingFrameCount - (framesPerPacket - taken))
        ILBCVector.highPass(speech, count: framesPerPacket, taps: highPass, state: highPassState)
        encodeFrame()
        return layout.write()
    }

    /// Encodes the silence that brings the last frames out of a decoder.
    ///
    /// - Returns: One more packet, nil if the last one brings them out already.
    package func finish() -> UnsafeRawBufferPointer? {
        guard missingCount > 0 else { return nil }
        return encode(silence, frameCount: 0)
    }

    /// Fills the parameters of the packet from the newest frame.
    private func encodeFrame() {
        let (values, parameters) = (layout.parameters.values, layout.parameters)
        findFilters(values + ILBCParameters.spectra)
        let size = ILBCSize.filter
        for subBlock in 0..<mode.subBlockCount {
            let offset = subBlock * ILBCSize.subBlock
            ILBCVector.analyse(
                analysis.frame + offset, filters + subBlock * size, count: ILBCSize.subBlock, into: residual + offset)
        }
        let startBlock = stateSearch.startBlock(of: residual)
        let isFirst = stateSearch.isStateFirst(residual, startBlock: startBlock)
        let targets = ILBCTargets(mode: mode, startBlock: startBlock, isStateFirst: isFirst)
        let position = targets.statePosition
        let filter = filters + (startBlock - 1) * size
        let scale = stateSearch.quantise(
            residual + position, boundary: startBlock * ILBCSize.subBlock - position, filter: filter,
            weights: weights + (startBlock - 1) * size, excitation: excitation, into: values + parameters.state)
        values[parameters.startBlock] = Int32(startBlock)
        values[parameters.stateIsFirst] = isFirst ? 1 : 0
        values[parameters.stateScale] = scale
        values[parameters.isEmpty] = 0
        excitation.decodeState(
            values + parameters.state, count: mode.stateCount, scale: scale, filter: filter, position: position)
        for target in targets {
            let shapes = values + parameters.shapes(target.number)
            let gains = values + parameters.gains(target.number)
            excitation.fillMemory(for: target)
            codebookSearch.search(
                target, residual: residual, weight: weights + target.subBlock * size, shapes: shapes, gains: gains)
            excitation.decode(target, shapes: shapes, gains: gains)
        }
    }

    /// Computes synthesis filters from quantised spectra and weighting filters from exact ones (RFC 3951, 3.2, 3.4).
    private func findFilters(_ indices: UnsafeMutablePointer<Int32>) {
        analysis.findSpectra()
        spectrum.quantise(analysis.exact, count: mode.spectrumCount, into: indices)
        spectrum.dequantise(indices, count: mode.spectrumCount)
        spectrum.interpolate(mode: mode, spectra: spectrum.decoded, earlier: spectrum.earlier, filters: filters)
        spectrum.interpolate(mode: mode, spectra: analysis.exact, earlier: analysis.earlier, filters: weights)
        for subBlock in 0..<mode.subBlockCount {
            let weight = weights + subBlock * ILBCSize.filter
            var chirp: Float = 1
            for index in 1...ILBCSize.order {
                chirp *= 0.4222
                weight[index] *= chirp
            }
        }
    }
}
