/// Decodes iLBC: one channel at 8 kHz, one packet a frame, with enhancer and concealment (RFC 3951, 4).
///
/// Nothing is allocated after `init`. Belongs to one thread at a time.
package final class ILBCDecoder {
    /// The mode of the stream: 20 or 30 ms.
    package let mode: ILBCMode
    /// Indicates whether the enhancer works.
    package let isEnhanced: Bool
    /// Frames by which the output lags: the mode's delay if the enhancer works, else 0.
    package var delayFrameCount: Int { isEnhanced ? mode.delayFrameCount : 0 }
    /// The number of channels: always 1.
    package var channelCount: Int { 1 }
    /// Frames a second: always 8000.
    package var sampleRate: Double { ILBCMode.sampleRate }
    /// Frames of one packet: 160 or 240.
    package var framesPerPacket: Int { mode.framesPerPacket }
    /// Packets to decode before the wanted one after a jump: filters and enhancer have settled then.
    package var prerollPacketCount: Int { 4 }

    private let memory: ILBCMemory
    private let layout: ILBCPacketLayout
    private let spectrum: ILBCSpectrum
    private let excitation: ILBCExcitation
    private let enhancer: ILBCEnhancer
    private var concealment: ILBCConcealment
    private let filters: UnsafeMutablePointer<Float>
    private let earlierFilters: UnsafeMutablePointer<Float>
    private let speech: UnsafeMutablePointer<Float>
    private let output: UnsafeMutablePointer<Float>
    private let highPass: UnsafeMutablePointer<Float>
    private let highPassState: UnsafeMutablePointer<Float>
    private var period = 20
    private var wasLost = false

    /// Makes a decoder that stands before the first packet.
    ///
    /// - Parameters:
    ///   - mode: The frame size.
    ///   - isEnhanced: Whether the enhancer works; without it the output comes at once and sounds rougher.
    package init(mode: ILBCMode, isEnhanced: Bool = true) {
        self.mode = mode
        self.isEnhanced = isEnhanced
        memory = ILBCMemory()
        layout = ILBCPacketLayout(mode: mode)
        spectrum = ILBCSpectrum(memory: memory)
        excitation = ILBCExcitation(memory: memory)
        enhancer = ILBCEnhancer(mode: mode, memory: memory)
        concealment = ILBCConcealment(mode: mode, memory: memory)
        filters = memory.take(ILBCSize.subBlockLimit * ILBCSize.filter)
        earlierFilters = memory.take(ILBCSize.subBlockLimit * ILBCSize.filter)
        speech = memory.take(ILBCSize.frameLimit)
        output = memory.take(ILBCSize.frameLimit)
        highPass = memory.take(ILBCTables.outputHighPass)
        highPassState = memory.take(4)
        reset()
    }

    /// The frames of the last call, nominal range ±1; valid until the next call.
    ///
    /// - Parameter channel: 0.
    package func plane(_ channel: Int) -> UnsafePointer<Float> { UnsafePointer(output) }

    /// Begins anew, as before the first packet.
    package func reset() {
        spectrum.reset()
        enhancer.reset()
        concealment.reset()
        for index in 0..<ILBCSize.subBlockLimit * ILBCSize.filter {
            earlierFilters[index] = index % ILBCSize.filter == 0 ? 1 : 0
        }
        for index in -ILBCSize.order..<0 { speech[index] = 0 }
        for index in 0..<4 { highPassState[index] = 0 }
        (period, wasLost) = (20, false)
    }

    /// Forgets earlier packets, as after a jump.
    package func flush() { reset() }

    /// Decodes one packet; a packet that stands for a lost frame is concealed.
    ///
    /// - Parameter packet: 38 or 50 bytes, as the mode has.
    /// - Returns: Frames in `plane(0)`: `framesPerPacket`.
    /// - Throws: `damaged` if the size is wrong or the start state lies outside the frame; nothing is changed then.
    package func decode(_ packet: UnsafeRawBufferPointer) throws(CodecError) -> Int {
        guard packet.count == mode.packetByteCount else {
            throw .damaged("a packet of \(packet.count) bytes", bit: 8 * min(packet.count, mode.packetByteCount))
        }
        layout.read(packet)
        let parameters = layout.parameters
        let values = parameters.values
        if values[parameters.isEmpty] != 0 { return conceal() }
        let startBlock = Int(values[parameters.startBlock])
        guard startBlock >= 1 && startBlock < mode.subBlockCount else {
            throw .damaged("a start state outside the frame", bit: 20 * mode.spectrumCount)
        }
        spectrum.dequantise(values + ILBCParameters.spectra, count: mode.spectrumCount)
        spectrum.interpolate(
            mode: mode, spectra: spectrum.decoded, earlier: spectrum.earlier, filters: filters)
        let isFirst = values[parameters.stateIsFirst] != 0
        let targets = ILBCTargets(mode: mode, startBlock: startBlock, isStateFirst: isFirst)
        excitation.decodeState(
            values + parameters.state, count: mode.stateCount, scale: values[parameters.stateScale],
            filter: filters + (startBlock - 1) * ILBCSize.filter, position: targets.statePosition)
        for target in targets {
            excitation.fillMemory(for: target)
            excitation.decode(
                target, shapes: values + parameters.shapes(target.number),
                gains: values + parameters.gains(target.number))
        }
        concealment.keep(excitation.samples, filter: filters + (mode.subBlockCount - 1) * ILBCSize.filter)
        synthesise()
        wasLost = false
        return framesPerPacket
    }

    /// Makes frames in place of a packet that is lost or damaged; many in a row fade to silence.
    ///
    /// - Returns: Frames in `plane(0)`: `framesPerPacket`.
    @discardableResult
    package func conceal() -> Int {
        concealment.conceal(estimate: period, into: excitation.samples, filters: filters)
        synthesise()
        wasLost = true
        return framesPerPacket
    }

    /// Enhances the residual and filters it to speech; the filters wait as long as the enhancer does (RFC 3951, 4.7).
    private func synthesise() {
        let (frame, size) = (framesPerPacket, ILBCSize.filter)
        period = enhancer.follow(excitation.samples)
        if isEnhanced {
            enhancer.enhance(excitation.samples, wasLost: wasLost, into: speech)
        } else {
            speech.update(from: excitation.samples, count: frame)
        }
        let delayed = delayFrameCount / ILBCSize.subBlock
        for subBlock in 0..<mode.subBlockCount {
            let filter =
                subBlock < delayed
                ? earlierFilters + (mode.subBlockCount - delayed + subBlock) * size
                : filters + (subBlock - delayed) * size
            ILBCVector.synthesise(
                speech + subBlock * ILBCSize.subBlock, filter, count: ILBCSize.subBlock)
        }
        earlierFilters.update(from: filters, count: mode.subBlockCount * size)
        output.update(from: speech, count: frame)
        keepMemory()
        ILBCVector.highPass(output, count: frame, taps: highPass, state: highPassState)
        for index in 0..<frame { output[index] = min(max(output[index] / 32768, -1), 1) }
    }

    /// Keeps the last ten samples before the next frame; a filter that a damaged spectrum made ring is stilled.
    private func keepMemory() {
        let energy = ILBCVector.dot(speech, speech, framesPerPacket)
        let isSound = energy < 1e14
        // Fading sound is cut before its numbers become subnormal, which are slow.
        let isAudible = isSound && energy > 1e-6
        for index in -ILBCSize.order..<0 { speech[index] = isAudible ? speech[framesPerPacket + index] : 0 }
        guard !isSound else { return }
        output.update(repeating: 0, count: framesPerPacket)
        for index in 0..<4 { highPassState[index] = 0 }
    }
}
