import COpenAL

// MARK: - ALC_EXT_ASA in C

/// A property's value out of a program's bytes; nil if there are too few.
private func read<Value: BitwiseCopyable>(_ type: Value.Type, _ data: UnsafeMutableRawPointer?, _ size: ALuint)
    -> Value?
{
    guard let data, Int(size) >= MemoryLayout<Value>.size else { return nil }
    return data.loadUnaligned(as: type)
}

/// A property's value into a program's bytes.
private func write<Value: BitwiseCopyable>(
    _ value: Value, _ data: UnsafeMutableRawPointer?, _ size: UnsafeMutablePointer<ALuint>?
) -> ALenum {
    guard let data, let size, Int(size.pointee) >= MemoryLayout<Value>.size else { return AL_INVALID_VALUE }
    data.storeBytes(of: value, as: Value.self)
    size.pointee = ALuint(MemoryLayout<Value>.size)
    return AL_NO_ERROR
}

/// Calls with the current context's scene.
private func withScene(_ body: (AcousticScene) -> ALenum) -> ALenum {
    guard let context = coal_open()?.pointee.alcGetCurrentContext(), let device = Devices.device(of: context) else {
        return AL_INVALID_OPERATION
    }
    return device.withScene(of: context, body)
}

@c(alcASASetListener)
package func setListenerProperty(_ property: ALuint, _ data: UnsafeMutableRawPointer?, _ size: ALuint) -> ALenum {
    withScene { scene in
        switch ALenum(bitPattern: property) {
        case ALC_ASA_REVERB_ON:
            guard let value = read(ALuint.self, data, size) else { return AL_INVALID_VALUE }
            scene.setRoomHeard(value != 0)
        case ALC_ASA_REVERB_GLOBAL_LEVEL:
            guard let value = read(ALfloat.self, data, size), value.isFinite else { return AL_INVALID_VALUE }
            scene.setLevel(value)
        case ALC_ASA_REVERB_ROOM_TYPE:
            guard let value = read(ALint.self, data, size), scene.setRoom(value) else { return AL_INVALID_VALUE }
        default: return AL_INVALID_ENUM
        }
        return AL_NO_ERROR
    }
}

@c(alcASAGetListener)
package func listenerProperty(
    _ property: ALuint, _ data: UnsafeMutableRawPointer?, _ size: UnsafeMutablePointer<ALuint>?
) -> ALenum {
    withScene { scene in
        switch ALenum(bitPattern: property) {
        case ALC_ASA_REVERB_ON: write(ALuint(scene.isRoomHeard ? 1 : 0), data, size)
        case ALC_ASA_REVERB_GLOBAL_LEVEL: write(scene.level, data, size)
        case ALC_ASA_REVERB_ROOM_TYPE: write(scene.room, data, size)
        default: AL_INVALID_ENUM
        }
    }
}

@c(alcASASetSource)
package func setSourceProperty(
    _ property: ALuint, _ source: ALuint, _ data: UnsafeMutableRawPointer?, _ size: ALuint
) -> ALenum {
    withScene { scene in
        guard alIsSource(source) != 0 else { return AL_INVALID_NAME }
        guard let value = read(ALfloat.self, data, size), value.isFinite else { return AL_INVALID_VALUE }
        switch ALenum(bitPattern: property) {
        case ALC_ASA_REVERB_SEND_LEVEL: scene.set(source) { $0.sendLevel = min(max(value, 0), 1) }
        case ALC_ASA_OCCLUSION: scene.set(source) { $0.occlusion = min(max(value, -100), 0) }
        case ALC_ASA_OBSTRUCTION: scene.set(source) { $0.obstruction = min(max(value, -100), 0) }
        default: return AL_INVALID_ENUM
        }
        return AL_NO_ERROR
    }
}

@c(alcASAGetSource)
package func sourceProperty(
    _ property: ALuint, _ source: ALuint, _ data: UnsafeMutableRawPointer?, _ size: UnsafeMutablePointer<ALuint>?
) -> ALenum {
    withScene { scene in
        guard alIsSource(source) != 0 else { return AL_INVALID_NAME }
        let values = scene.source(source)
        switch ALenum(bitPattern: property) {
        case ALC_ASA_REVERB_SEND_LEVEL: return write(values.sendLevel, data, size)
        case ALC_ASA_OCCLUSION: return write(values.occlusion, data, size)
        case ALC_ASA_OBSTRUCTION: return write(values.obstruction, data, size)
        default: return AL_INVALID_ENUM
        }
    }
}
