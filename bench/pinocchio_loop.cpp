// Pinocchio in a compiled loop: rnea, crba and aba over a batch of states, called through ctypes.
// The model is made joint by joint, so that no library has to be linked: everything is compiled
// here, with the flags of the machine.
#include <pinocchio/multibody.hpp>

#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/rnea.hpp>

#include <Eigen/Core>

namespace pin = pinocchio;

struct Robot {
  pin::Model model;
  pin::Data *data = nullptr;
};

static Eigen::Map<const Eigen::Vector3d> three(const double *x) {
  return Eigen::Map<const Eigen::Vector3d>(x);
}

static pin::JointIndex joined(pin::Model &model, int parent, int kind, const double *axis,
                              const pin::SE3 &at, const std::string &name) {
  if (kind == 0) return model.addJoint(parent, pin::JointModelRX(), at, name);
  if (kind == 1) return model.addJoint(parent, pin::JointModelRY(), at, name);
  if (kind == 2) return model.addJoint(parent, pin::JointModelRZ(), at, name);
  if (kind == 3) return model.addJoint(parent, pin::JointModelFreeFlyer(), at, name);
  const Eigen::Vector3d along = three(axis);
  return model.addJoint(parent, pin::JointModelRevoluteUnaligned(along), at, name);
}

extern "C" {

void *robot_new() { return new Robot(); }

// R by rows and p place the joint; the body is given by mass, mass centre and six moments about it.
int robot_add(void *robot, int parent, int kind, const double *axis, const double *R,
              const double *p, const double *body) {
  pin::Model &model = static_cast<Robot *>(robot)->model;
  const Eigen::Matrix3d turn = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(R);
  const pin::SE3 at(turn, three(p));
  const auto made =
      joined(model, parent, kind, axis, at, "joint" + std::to_string(model.njoints));
  Eigen::Matrix3d I;
  I << body[4], body[5], body[6], body[5], body[7], body[8], body[6], body[8], body[9];
  model.appendBodyToJoint(made, pin::Inertia(body[0], three(body + 1), I), pin::SE3::Identity());
  return int(made);
}

void robot_ready(void *robot) {
  Robot *r = static_cast<Robot *>(robot);
  r->data = new pin::Data(r->model);
}

// What: 0 rnea, 1 crba (the upper triangle, row by row), 2 aba. `world` says in which coordinates
// crba and aba work, those of the base or those of the links. States follow each other in memory.
void robot_run(void *robot, int what, int world, int count, const double *q, const double *v,
               const double *a, double *out) {
  Robot *r = static_cast<Robot *>(robot);
  const int nq = r->model.nq, nv = r->model.nv;
  const auto in = world ? pin::Convention::WORLD : pin::Convention::LOCAL;
  Eigen::VectorXd x(nq), u(nv), w(nv);
  for (int n = 0; n < count; n++, q += nq, v += nv, a += nv) {
    x = Eigen::Map<const Eigen::VectorXd>(q, nq);
    u = Eigen::Map<const Eigen::VectorXd>(v, nv);
    w = Eigen::Map<const Eigen::VectorXd>(a, nv);
    if (what == 1) {
      const auto &M = pin::crba(r->model, *r->data, x, in);
      for (int i = 0; i < nv; i++)
        for (int k = i; k < nv; k++) *out++ = M(i, k);
      continue;
    }
    const auto &found = what == 0 ? pin::rnea(r->model, *r->data, x, u, w)
                                  : pin::aba(r->model, *r->data, x, u, w, in);
    for (int i = 0; i < nv; i++) *out++ = found[i];
  }
}
}
