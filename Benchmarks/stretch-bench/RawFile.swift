import Glibc

/// Files of interleaved float32, to listen to and to measure with other tools.
enum RawFile {
    /// - Parameter arguments: Input, output, channels, rate, cents.
    static func stretch(_ arguments: [String]) {
        guard arguments.count == 5, let channelCount = Int(arguments[2]), channelCount > 0,
            let rate = Double(arguments[3]), let cents = Double(arguments[4]), let samples = read(arguments[0])
        else {
            print("usage: stretch-bench --raw IN OUT CHANNELS RATE CENTS")
            return
        }
        let frames = samples.count / channelCount
        let channels = (0..<channelCount).map { channel in (0..<frames).map { samples[$0 * channelCount + channel] } }
        let output = Ours.run(channels, rate: rate, cents: cents, sampleRate: Signals.sampleRate)
        let woven = output[0].indices.flatMap { frame in output.map { $0[frame] } }
        guard let file = fopen(arguments[1], "wb") else { return }
        fwrite(woven, MemoryLayout<Float>.stride, woven.count, file)
        fclose(file)
    }

    private static func read(_ path: String) -> [Float]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        fseek(file, 0, SEEK_END)
        let count = ftell(file) / MemoryLayout<Float>.stride
        rewind(file)
        var samples = [Float](repeating: 0, count: count)
        return fread(&samples, MemoryLayout<Float>.stride, count, file) == count ? samples : nil
    }
}
