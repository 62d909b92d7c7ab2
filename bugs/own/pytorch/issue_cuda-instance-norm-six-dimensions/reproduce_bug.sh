conda create -y -n issue_cuda-instance-norm-six-dimensions python=3.12
conda activate issue_cuda-instance-norm-six-dimensions
pip install -r requirements.txt pytest
pytest -sx test_issue_cuda-instance-norm-six-dimensions.py
