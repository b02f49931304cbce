import CoreMedia
import Foundation
import MediaToolbox

/// The volume of one track in a mix over time.
open class AVAudioMixInputParameters: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    /// A straight way from one volume to another; of no length it is a jump.
    struct Ramp {
        var range: CMTimeRange
        var from: Float
        var to: Float
    }

    fileprivate(set) var ramps: [Ramp] = []
    fileprivate var number = kCMPersistentTrackID_Invalid
    fileprivate var tap: MTAudioProcessingTap?
    fileprivate var pitchAlgorithm: AVAudioTimePitchAlgorithm?

    /// The method of changing the track's rate; nil for that of the item.
    ///
    /// A player changes the rate of all tracks together: where the parameters of a mix name several methods, the item's
    /// is used.
    open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? { pitchAlgorithm }

    /// The identifier of the track.
    open var trackID: CMPersistentTrackID { number }

    /// The tap that receives the track's frames; nil for none.
    open var audioTapProcessor: MTAudioProcessingTap? { tap }

    /// Returns the volume ramp at a time.
    ///
    /// - Parameters:
    ///   - startVolume: Receives the linear volume at its beginning.
    ///   - endVolume: Receives the linear volume at its end.
    ///   - timeRange: Receives its range; up to the next ramp if the volume stays.
    /// - Returns: False before the first ramp.
    open func getVolumeRamp(
        for time: CMTime, startVolume: UnsafeMutablePointer<Float>?, endVolume: UnsafeMutablePointer<Float>?,
        timeRange: UnsafeMutablePointer<CMTimeRange>?
    ) -> Bool {
        guard let index = ramps.lastIndex(where: { $0.range.start <= time }) else { return false }
        var ramp = ramps[index]
        if !ramp.range.containsTime(time) {
            let next = index + 1 < ramps.count ? ramps[index + 1].range.start : CMTime.positiveInfinity
            ramp = Ramp(range: CMTimeRange(start: ramp.range.end, end: next), from: ramp.to, to: ramp.to)
        }
        startVolume?.pointee = ramp.from
        endVolume?.pointee = ramp.to
        timeRange?.pointee = ramp.range
        return true
    }

    fileprivate func filled<Copy: AVAudioMixInputParameters>(_ copy: Copy) -> Copy {
        (copy.ramps, copy.number, copy.tap, copy.pitchAlgorithm) = (ramps, number, tap, pitchAlgorithm)
        return copy
    }

    /// Returns a copy of the parameters.
    public func copy(with zone: NSZone? = nil) -> Any { filled(AVAudioMixInputParameters()) }
    /// Copies the parameters, so that the copy can be changed.
    public func mutableCopy(with zone: NSZone? = nil) -> Any { filled(AVMutableAudioMixInputParameters()) }
}

/// The volume of one track in a mix, which a program can set.
open class AVMutableAudioMixInputParameters: AVAudioMixInputParameters, @unchecked Sendable {
    /// Parameters of no track.
    public override init() { super.init() }

    /// Parameters of a track.
    public convenience init(track: AVAssetTrack?) {
        self.init()
        number = track?.trackID ?? kCMPersistentTrackID_Invalid
    }

    /// The identifier of the track.
    open override var trackID: CMPersistentTrackID {
        get { number }
        set { number = newValue }
    }

    /// The method of changing the track's rate; nil for that of the item.
    open override var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm? {
        get { pitchAlgorithm }
        set { pitchAlgorithm = newValue }
    }

    /// The tap that receives the track's frames and may change them; nil for none.
    open override var audioTapProcessor: MTAudioProcessingTap? {
        get { tap }
        set { tap = newValue }
    }

    /// Sets the volume from a time on.
    open func setVolume(_ volume: Float, at time: CMTime) {
        guard time.isNumeric else { return }
        add(Ramp(range: CMTimeRange(start: time, duration: .zero), from: volume, to: volume))
    }

    /// Changes the volume linearly from one value to another within a time range.
    open func setVolumeRamp(fromStartVolume startVolume: Float, toEndVolume endVolume: Float, timeRange: CMTimeRange) {
        guard timeRange.isValid, timeRange.start.isNumeric, timeRange.duration.isNumeric else { return }
        add(Ramp(range: timeRange, from: startVolume, to: endVolume))
    }

    private func add(_ ramp: Ramp) {
        guard ramp.from.isFinite, ramp.to.isFinite else { return }
        ramps.removeAll { $0.range.start == ramp.range.start }
        let place = ramps.firstIndex { $0.range.start > ramp.range.start } ?? ramps.count
        ramps.insert(ramp, at: place)
    }
}

/// The volumes of the tracks of an asset that are mixed.
open class AVAudioMix: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
    fileprivate var parameters: [AVAudioMixInputParameters] = []

    /// The parameters of each track whose volume is not always 1.
    open var inputParameters: [AVAudioMixInputParameters] { parameters }

    fileprivate func filled<Copy: AVAudioMix>(_ copy: Copy) -> Copy {
        copy.parameters = parameters.compactMap { $0.copy() as? AVAudioMixInputParameters }
        return copy
    }

    /// Returns a copy of the mix.
    public func copy(with zone: NSZone? = nil) -> Any { filled(AVAudioMix()) }
    /// Copies the mix, so that the copy can be changed.
    public func mutableCopy(with zone: NSZone? = nil) -> Any { filled(AVMutableAudioMix()) }
}

/// The volumes of the tracks of an asset that are mixed, which a program can set.
open class AVMutableAudioMix: AVAudioMix, @unchecked Sendable {
    /// The parameters of each track whose volume is not always 1.
    open override var inputParameters: [AVAudioMixInputParameters] {
        get { parameters }
        set { parameters = newValue }
    }
}
