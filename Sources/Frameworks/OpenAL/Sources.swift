import COpenAL

// MARK: - Sources in C

@c(alSourcePlay)
package func sourcePlay(_ source: ALuint) {
    guard let library = coal_open() else { return }
    library.pointee.alSourcePlay(source)
    if alIsSource(source) != 0 { Devices.current?.played() }
}

@c(alSourcePlayv)
package func sourcesPlay(_ count: ALsizei, _ sources: UnsafePointer<ALuint>?) {
    guard let library = coal_open() else { return }
    library.pointee.alSourcePlayv(count, sources)
    if count > 0, let sources, alIsSource(sources[0]) != 0 { Devices.current?.played() }
}

@c(alDeleteSources)
package func deleteSources(_ count: ALsizei, _ sources: UnsafePointer<ALuint>?) {
    guard let library = coal_open() else { return }
    let context = library.pointee.alcGetCurrentContext()
    library.pointee.alDeleteSources(count, sources)
    guard let context, let device = Devices.current, count > 0, let sources else { return }
    for index in 0..<Int(count) where alIsSource(sources[index]) == 0 {
        device.watch.forget(context, sources[index])
        device.withScene(of: context) { $0.forget(sources[index]) }
    }
}

@c(alSourceUnqueueBuffers)
package func unqueueBuffers(_ source: ALuint, _ count: ALsizei, _ buffers: UnsafeMutablePointer<ALuint>?) {
    guard let library = coal_open() else { return }
    library.pointee.alSourceUnqueueBuffers(source, count, buffers)
    if let context = library.pointee.alcGetCurrentContext() { Devices.current?.watch.unqueued(context, source) }
}

// MARK: - The quality of one source

/// The resampling quality of a source: numbers of openal-soft's extension AL_SOFT_source_resampler.
private enum Resampling {
    static let key: ALenum = 0x1212
    static let countKey: ALenum = 0x1210
    static let usualKey: ALenum = 0x1211
}

@c(alSourceRenderingQuality)
package func setSourceRenderingQuality(_ source: ALuint, _ code: ALint) {
    guard let quality = Mixer.Quality(code: code) else { return coal_fail(AL_INVALID_VALUE) }
    guard alIsExtensionPresent("AL_SOFT_source_resampler") != 0 else { return coal_fail(AL_INVALID_OPERATION) }
    switch quality {
    case .low: alSourcei(source, Resampling.key, alGetInteger(Resampling.usualKey))
    case .high, .headphones: alSourcei(source, Resampling.key, alGetInteger(Resampling.countKey) - 1)
    }
}

@c(alSourceGetRenderingQuality)
package func sourceRenderingQuality(_ source: ALuint) -> ALint {
    var resampler: ALint = 0
    alGetSourcei(source, Resampling.key, &resampler)
    let isBest = resampler == alGetInteger(Resampling.countKey) - 1
    return (isBest ? Mixer.Quality.high : .low).code
}
