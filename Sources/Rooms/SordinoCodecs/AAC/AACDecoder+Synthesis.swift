extension AACDecoder {
    /// Applies prediction, coupling and noise shaping to the spectra of the frame.
    ///
    /// - Throws: `damaged` if a spectrum grows beyond all bounds.
    func prepareSpectra() throws(CodecError) {
        for element in elements where !element.isPresent {
            element.isDoubled = false
            for channel in element.channels { silence(channel) }
        }
        for element in elements where element.kind == .coupling { try shape(element) }
        for element in elements where element.kind != .coupling { try shape(element) }
    }

    private func silence(_ channel: AACChannel) {
        channel.lines.update(repeating: 0, count: channel.frameLength)
        channel.windows = Self.windows(after: channel.lastWindows)
        channel.shaping.clear()
        channel.isLoud = false
        channel.prediction?.isPresent = false
    }

    /// The windows of a frame that has to follow `last` without any knowledge of its own.
    static func windows(after last: AACWindowInfo) -> AACWindowInfo {
        var windows = AACWindowInfo()
        windows.shape = last.shape
        windows.sequence = last.sequence == .longStart || last.sequence == .eightShort ? .longStop : .long
        return windows
    }

    private func shape(_ element: AACElement) throws(CodecError) {
        couple(element, .beforeShaping)
        for (index, channel) in element.channels.enumerated() {
            if index == 1, element.isDoubled {
                channel.repeatSpectrum(of: element.channels[0])
                continue
            }
            let layout = reader.layout(channel.windows)
            channel.prediction?.apply(channel, filterbank, layout)
            channel.shaping.apply(channel.lines, channel.windows, layout, isAnalysis: false)
        }
        couple(element, .afterShaping)
        // A loud channel of a pair makes the other one loud too.
        let isLoud = element.channels.contains {
            $0.isLoud || $0.shaping.isPresent || $0.prediction?.isPresent ?? false
        }
        guard isLoud || hasCoupling else { return }
        for channel in element.channels where !isBounded(channel.lines, channel.frameLength) {
            throw .damaged("a spectrum beyond all bounds", bit: 0)
        }
    }

    private var hasCoupling: Bool { elements.contains { $0.kind == .coupling } }

    private func couple(_ element: AACElement, _ point: AACCoupling.Point) {
        guard element.kind != .coupling else { return }
        for source in elements where source.isPresent {
            source.coupling?.apply(source.channels[0], to: element, at: point, reader)
        }
    }

    /// Indicates that every line is a number of less than 10^15: full scale is about 10^7.
    private func isBounded(_ lines: UnsafePointer<Float>, _ count: Int) -> Bool {
        var largest = SIMD4<Float>.zero
        var isNumber = SIMD4<Float>.zero
        var line = 0
        while line < count {
            let value = load4(lines + line)
            isNumber += value * 0
            largest = largest.replacing(with: value * value, where: value * value .> largest)
            line &+= 4
        }
        return isNumber.sum() == 0 && largest.max() < 1e30
    }

    /// Turns the spectra into samples and these into the output.
    ///
    /// - Parameter frame: The kind of frame for band replication; nil for that which was read.
    func synthesise(frame: BandReplicationFrame?) {
        for element in elements {
            for channel in element.channels { synthesise(channel) }
        }
        for source in elements where source.isPresent && source.coupling?.point == .samples {
            for element in elements where element.kind != .coupling {
                source.coupling?.apply(source.channels[0], to: element, at: .samples, reader)
            }
        }
        for element in elements {
            element.replication?.process(
                core: UnsafePointer(element.corePlanes), output: UnsafePointer(element.outputPlanes),
                frame: frame ?? element.replicationFrame)
        }
    }

    private func synthesise(_ channel: AACChannel) {
        if let lowDelay = channel.lowDelay {
            lowDelay.synthesise(channel.lines, channel.time)
        } else {
            filterbank.synthesise(
                channel.lines, channel.windows, previousShape: channel.previousShape, overlap: channel.overlap,
                time: channel.time)
            channel.previousShape = channel.windows.shape
        }
        channel.prediction?.update(channel.time, channel.overlap)
        channel.lastWindows = channel.windows
        channel.keepLines()
    }
}
