conda create -y -n issue_cuda-group-norm-half python=3.12
conda activate issue_cuda-group-norm-half
pip install -r requirements.txt pytest
pytest -sx test_issue_cuda-group-norm-half.py
