/// Decides in which bands an onset is one: tones that sound on while something else is struck need no new beginning.
///
/// Compares the spectra of the moments before and after, each through half a window that is highest at the onset. Steps
/// from sample to sample are compared instead of samples, so that strong low tones do not hide rises above them.
struct OnsetJudge {
    /// Frames looked at on either side: 11 ms at 48 kHz.
    let frames: Int
    let transform: FFTTransform
    /// Falls from 1 to 0, and rises likewise.
    let falling: UnsafeMutablePointer<Float>
    let rising: UnsafeMutablePointer<Float>
    let segment: UnsafeMutablePointer<Float>
    let real: UnsafeMutablePointer<Float>
    let imaginary: UnsafeMutablePointer<Float>
    /// First bins of the bands, and the end of the last.
    let borders: UnsafeMutablePointer<Int>
    let bandCount: Int
    /// Energies before and after, band by band.
    let before: UnsafeMutablePointer<Float>
    let after: UnsafeMutablePointer<Float>

    /// - Parameter transform: The caller keeps it.
    /// - Thread: control.
    init(plans: [StretchBandPlan], transform: FFT) {
        frames = transform.sampleCount
        self.transform = transform.transform
        bandCount = plans.count
        falling = .allocate(capacity: frames)
        rising = .allocate(capacity: frames)
        segment = .allocate(capacity: frames)
        real = .allocate(capacity: transform.binCount)
        imaginary = .allocate(capacity: transform.binCount)
        borders = .allocate(capacity: plans.count + 1)
        before = .allocate(capacity: plans.count)
        after = .allocate(capacity: plans.count)
        let window = Window.hann.periodic(count: 2 * frames)
        for index in 0..<frames {
            rising[index] = window[index]
            falling[index] = window[frames + index]
            segment[index] = 0
        }
        for index in 0..<transform.binCount { (real[index], imaginary[index]) = (0, 0) }
        for (index, plan) in plans.enumerated() {
            borders[index] = min(transform.binCount - 1, Int((plan.lowest * Double(frames)).rounded()))
            (before[index], after[index]) = (0, 0)
        }
        borders[plans.count] = transform.binCount - 1
    }

    /// - Thread: control, while no block is being rendered.
    func deallocate() {
        for plane in [falling, rising, segment, real, imaginary, before, after] { plane.deallocate() }
        borders.deallocate()
    }
}
