conda create -y -n issue_make-tensor-equal-bounds python=3.11
conda activate issue_make-tensor-equal-bounds
pip install -r requirements.txt pytest
pytest -sx test_issue_make-tensor-equal-bounds.py
