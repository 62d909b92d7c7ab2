conda create -y -n issue_onednn-layer-norm-shape python=3.11
conda activate issue_onednn-layer-norm-shape
pip install -r requirements.txt pytest
pytest -sx test_issue_onednn-layer-norm-shape.py
